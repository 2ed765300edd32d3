import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { firstLine } from "../judge-run.ts";
import type { RunSeen, TestSeen } from "../types.ts";
import { runProgram } from "./run-program.ts";

const reporter = fileURLToPath(new URL("report-node-tests.ts", import.meta.url));

/** Runs the tests with matching names in a file, with Node's own test runner. */
export async function runNodeTests(
  tree: string,
  file: string,
  { pattern, adminUrl }: { readonly pattern: string; readonly adminUrl: string },
): Promise<RunSeen> {
  const report = join(tree, "node-tests.jsonl");
  rmSync(report, { force: true });
  const said = await runProgram(
    [
      "--test",
      `--test-name-pattern=${pattern}`,
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${report}`,
      file,
    ],
    { cwd: tree, adminUrl },
  );
  if (!existsSync(report)) return { tests: [], problem: `no report: ${firstLine(said)}` };
  const lines = readFileSync(report, "utf8").split("\n").filter(Boolean);
  const tests = lines.map((line): TestSeen => JSON.parse(line));
  // a file that fails before its first test is reported as one test with the file's path as its title
  const broken = tests.find(({ title, status }) => title.endsWith(file) && status === "failed");
  return { tests, problem: broken ? `the file did not run: ${firstLine(said)}` : null };
}
