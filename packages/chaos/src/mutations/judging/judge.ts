import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { currentRun } from "@stampbook/db/testing";
import { firstLine } from "../judge-run.ts";
import { runProgram } from "../run-program.ts";
import { type JudgedStatement, root } from "../statements.ts";
import type { Judgement } from "../types.ts";
import { type Judged, type Mutant, TASK, type Task } from "./task.ts";

/** The mutants of one process. */
const BATCH = 25;

/** The mutant that changes nothing. */
const UNCHANGED = 0;

/**
 * Runs tests of a statement with each mutant, until one fails. The ids are from 1 on. Yields them with
 * their judgements. A mutant that survives shows that the tests can pass. If none does, they run without
 * a mutant too. Throws if a test fails then, or if the tests do not run.
 */
export async function* judge(
  { name, file }: JudgedStatement,
  tests: readonly string[],
  mutants: readonly Mutant[],
): AsyncGenerator<readonly [id: number, Judgement]> {
  let hasSurvivor = false;
  for (let first = 0; first < mutants.length; first += BATCH) {
    const batch = mutants.slice(first, first + BATCH);
    const isLast = first + BATCH >= mutants.length;
    const judged = await judgeBatch({
      statement: join(root, file),
      tests: tests.map((test) => join(root, test)),
      mutants: isLast && !hasSurvivor ? [...batch, { id: UNCHANGED }] : batch,
    });
    for (const { id, failed, passed } of judged) {
      if (id === UNCHANGED && failed)
        throw new Error(`${name} without a mutant: ${failed.test}: ${failed.message}`);
      hasSurvivor ||= !failed;
      if (id !== UNCHANGED) yield [id, judgementOf(failed, passed)];
    }
  }
}

function judgementOf(failed: Judged["failed"], passed: number): Judgement {
  if (failed) return { result: "killed", why: `${failed.test}: ${firstLine(failed.message)}` };
  return passed
    ? { result: "survived", why: `${passed} tests pass` }
    : { result: "invalid", why: "no test ran" };
}

/** Judges mutants in a process of its own, which uses the run's server. */
async function judgeBatch(task: Omit<Task, "report">): Promise<readonly Judged[]> {
  const cwd = mkdtempSync(join(tmpdir(), "stampbook-judging-"));
  try {
    const report = join(cwd, "report");
    writeFileSync(join(cwd, TASK), JSON.stringify({ ...task, report }));
    const vitest = join(root, "packages/chaos/node_modules/vitest/vitest.mjs");
    const config = fileURLToPath(new URL("./judge.config.ts", import.meta.url));
    const { adminUrl } = currentRun();
    const args = [vitest, "run", `--config=${config}`, "--reporter=dot"];
    const output = await runProgram(args, { cwd, adminUrl });
    const lines = existsSync(report) ? readFileSync(report, "utf8").trim().split("\n") : [];
    if (lines.length !== task.mutants.length)
      throw new Error(`${lines.length} of ${task.mutants.length} mutants are judged:\n${output}`);
    return lines.map((line): Judged => JSON.parse(line));
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
