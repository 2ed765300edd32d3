// Runs the fuzzer for long: `pnpm --filter @stampbook/api fuzz -- --requests 100000`.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== "--"),
  options: { requests: { type: "string", default: "100000" } },
});
const requests = Number(values.requests);
if (!Number.isSafeInteger(requests) || requests < 1) throw new Error("--requests takes a number.");
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const reports = mkdtempSync(join(tmpdir(), "stampbook-fuzz-"));
const began = performance.now();
spawn(process.execPath, [vitest, "run", "fuzz.more.test.", "fuzz-staff.more.test."], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  env: { ...process.env, FUZZ_REQUESTS: String(requests), FUZZ_REPORTS: reports },
  stdio: "inherit",
}).on("exit", (code) => {
  const found = readdirSync(reports).map((name) => ({
    name: name.replace(/\.json$/, ""),
    ...JSON.parse(readFileSync(join(reports, name), "utf8")),
  }));
  rmSync(reports, { recursive: true });
  console.log(tell(found));
  process.exitCode = code ?? 1;
});

/** Returns the text to print: the number of answers by operation and status, then the totals and findings. */
function tell(found) {
  const answers = {};
  for (const { answers: own } of found)
    for (const [operation, counts] of Object.entries(own))
      for (const [status, count] of Object.entries(counts)) {
        answers[operation] ??= {};
        answers[operation][status] = (answers[operation][status] ?? 0) + count;
      }
  const statuses = [...new Set(Object.values(answers).flatMap(Object.keys))].sort();
  const row = (name, cells) => name.padEnd(36) + cells.map((cell) => cell.padStart(8)).join("");
  const lines = Object.entries(answers)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, counts]) =>
      row(
        name,
        statuses.map((status) => String(counts[status] ?? "–")),
      ),
    );
  const runs = found.map(
    ({ name, requests: sent, ms }) => `${name}: ${sent} in ${seconds(ms)}, ${perSecond(sent, ms)}`,
  );
  const sent = found.reduce((sum, report) => sum + report.requests, 0);
  const ms = performance.now() - began;
  const findings = found.flatMap((report) => report.findings);
  const last = `${sent} requests in ${seconds(ms)}, ${perSecond(sent, ms)}; ${findings.length} findings`;
  return [row("", statuses), ...lines, ...runs, last, ...findings].join("\n");
}

function seconds(ms) {
  return `${Math.round(ms / 1000)} s`;
}

function perSecond(sent, ms) {
  return `${Math.round((sent / ms) * 1000)} a second`;
}
