// The fuzzer at length: `pnpm --filter @stampbook/api fuzz -- --requests 100000`.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== "--"),
  options: { requests: { type: "string", default: "100000" } },
});
const requests = Number(values.requests);
if (!Number.isSafeInteger(requests) || requests < 1) throw new Error("--requests takes a number.");
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
spawn(process.execPath, [vitest, "run", "test/contract/fuzz.test.ts"], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  env: { ...process.env, FUZZ_REQUESTS: String(requests) },
  stdio: "inherit",
}).on("exit", (code) => {
  process.exitCode = code ?? 1;
});
