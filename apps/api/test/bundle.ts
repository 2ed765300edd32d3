import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const api = fileURLToPath(new URL("..", import.meta.url));
const script = join(api, "scripts/build.mjs");

/** Vitest's global setup: tests of processes run what ships, so it is built anew where it is old. */
export default function setUp() {
  if (isCurrent()) return;
  console.log("The API's bundle is missing or older than its sources: it is built now.");
  execFileSync(process.execPath, [script], { stdio: "inherit" });
}

function isCurrent(): boolean {
  try {
    const built = statSync(join(api, "dist/inputs.json")).mtimeMs;
    const inputs: string[] = JSON.parse(readFileSync(join(api, "dist/inputs.json"), "utf8"));
    return [script, ...inputs.map((path) => join(api, path))].every(
      (path) => statSync(path).mtimeMs <= built,
    );
  } catch {
    return false;
  }
}
