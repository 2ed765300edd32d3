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

/** The most mutants that one process judges. */
const BATCH = 25;

/** The id of a mutant that changes nothing. */
const UNCHANGED = 0;

/**
 * Runs a statement's tests with each mutant, until a test fails. Yields the id of each mutant with its
 * judgment. If no mutant survives, the tests also run without a mutant, to show that they can pass. A
 * process that ends early is restarted for the mutants that it has not judged. Throws if a process judges no
 * mutant, or if a test fails without a mutant.
 */
export async function* judge(
  { name, file }: JudgedStatement,
  tests: readonly string[],
  mutants: readonly Mutant[],
): AsyncGenerator<readonly [id: number, Judgement]> {
  let hasSurvivor = false;
  let open: readonly Mutant[] = mutants.length ? [...mutants, { id: UNCHANGED }] : [];
  while (open.length) {
    const judged = await judgeBatch({
      statement: join(root, file),
      tests: tests.map((test) => join(root, test)),
      mutants: open.slice(0, BATCH),
    });
    for (const { id, failed, passed } of judged) {
      if (id === UNCHANGED && failed)
        throw new Error(`${name} without a mutant: ${failed.test}: ${failed.message}`);
      hasSurvivor ||= !failed && passed > 0;
      if (id !== UNCHANGED) yield [id, judgementOf(failed, passed)];
    }
    const isJudged = ({ id }: Mutant) => judged.some((one) => one.id === id);
    open = open.filter((one) => !isJudged(one) && !(hasSurvivor && one.id === UNCHANGED));
  }
}

function judgementOf(failed: Judged["failed"], passed: number): Judgement {
  if (failed) return { result: "killed", why: `${failed.test}: ${firstLine(failed.message)}` };
  return passed
    ? { result: "survived", why: `${passed} tests pass` }
    : { result: "invalid", why: "no test ran" };
}

/**
 * Judges mutants in a separate process, on this run's database server. Returns the mutants that the process
 * judged before its end, maybe not all. Throws if it judged no mutant.
 */
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
    if (!existsSync(report)) throw new Error(`No mutant is judged:\n${output}`);
    const lines = readFileSync(report, "utf8").trim().split("\n");
    return lines.map((line): Judged => JSON.parse(line));
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
