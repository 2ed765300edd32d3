import { firstLine } from "./judge-run.ts";
import { runProgram } from "./run-program.ts";
import type { RunSeen } from "./types.ts";

/** Runs the matching tests of one file of `scripts`, whose tests are Node's own. */
export async function runNodeTest(
  tree: string,
  file: string,
  { pattern, adminUrl }: { readonly pattern: string; readonly adminUrl: string },
): Promise<RunSeen> {
  const said = await runProgram(
    ["--test", "--test-reporter=tap", `--test-name-pattern=${pattern}`, file],
    { cwd: tree, adminUrl },
  );
  return readTap(said);
}

/** Reads a report in the form TAP. Each failed test has the whole report as its message. */
export function readTap(said: string): RunSeen {
  const lines = [...said.matchAll(/^(not )?ok \d+ - (.*?)( # SKIP.*)?$/gm)];
  const tests = lines.map(([, failed, text = "", skipped]) => {
    const title = text.replace(/\\(.)/g, "$1");
    const status = skipped ? "skipped" : failed ? "failed" : "passed";
    return { title, fullTitle: title, status, messages: failed ? [said] : [] } as const;
  });
  return { tests, problem: tests.length ? null : `no report: ${firstLine(said)}` };
}
