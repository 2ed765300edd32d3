import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("../scripts/build.mjs", import.meta.url));

/** Vitest's global setup: builds the bundle for process tests, unless it is current. */
export default function setUp() {
  execFileSync(process.execPath, [script], { stdio: "inherit" });
}
