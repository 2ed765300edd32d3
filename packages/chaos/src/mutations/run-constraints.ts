import { type Constraint, constraintsOf, tablesWritten } from "./constraints.ts";
import { judge } from "./judging/judge.ts";
import type { ConditionOutcome } from "./outcome.ts";
import { textsOf } from "./statement-texts.ts";
import { type JudgedStatement, judgedStatements, quickTests } from "./statements.ts";
import type { Judgement } from "./types.ts";

/** The test that shows for each unique index and each check that it refuses a row. */
const SCHEMA_TEST = "packages/db/src/constraints.test.ts";

/**
 * Drops each unique index and each check of the tables that statements write, one at a time, and runs the
 * schema's test. If it passes, judges the constraint by the quick tests of the statements that write the
 * table, until a test fails (`judgeByTable`).
 */
export async function runConstraints(
  onOutcome: (outcome: ConditionOutcome) => void,
): Promise<void> {
  const writers = await Promise.all(
    judgedStatements().map(async (statement) => {
      const { texts } = await textsOf(statement.file);
      return { statement, tables: tablesWritten(texts.many?.text ?? "") };
    }),
  );
  const all = await constraintsOf([...new Set(writers.flatMap(({ tables }) => tables))]);
  const [first] = writers;
  if (!first) throw new Error("No statement is judged.");
  const bySchema = await judgeGroups(
    first.statement,
    [SCHEMA_TEST],
    all.map((constraint) => [constraint]),
  );
  all.forEach((constraint, n) => {
    const judgement = bySchema[n];
    if (judgement && judgement.result !== "survived")
      onOutcome({ ...judgement, ...placeOf(constraint), statement: "schema" });
  });
  let pending = all.filter((_, n) => bySchema[n]?.result === "survived");
  const survived = new Map<Constraint, ConditionOutcome>();
  for (const { statement, tables } of writers) {
    const own = pending.filter(({ table }) => tables.includes(table));
    const judgements = await judgeByTable(statement, own);
    for (const [constraint, judgement] of judgements) {
      const outcome = { ...judgement, ...placeOf(constraint), statement: statement.name };
      if (judgement.result === "survived") survived.set(constraint, outcome);
      else onOutcome(outcome);
    }
    pending = pending.filter((constraint) => {
      const judgement = judgements.get(constraint);
      return !judgement || judgement.result === "survived";
    });
  }
  for (const constraint of pending) {
    const outcome = survived.get(constraint);
    if (outcome) onOutcome(outcome);
  }
}

const placeOf = ({ table, name }: Constraint) => ({
  place: `table ${table}`,
  condition: name,
  nth: 1,
});

/**
 * Judges constraints by table. First drops all constraints of a table together. If all tests pass, every
 * constraint of the table survives. Otherwise drops the constraints one at a time.
 */
async function judgeByTable(
  statement: JudgedStatement,
  constraints: readonly Constraint[],
): Promise<ReadonlyMap<Constraint, Judgement>> {
  const tables = [...new Set(constraints.map(({ table }) => table))];
  const together = tables.map((name) => constraints.filter(({ table }) => table === name));
  const tests = quickTests(statement);
  const first = await judgeGroups(statement, tests, together);
  const judgements = new Map<Constraint, Judgement>();
  const open: Constraint[] = [];
  together.forEach((group, n) => {
    const judgement = first[n];
    if (judgement && (judgement.result === "survived" || group.length === 1))
      for (const constraint of group) judgements.set(constraint, judgement);
    else open.push(...group);
  });
  const alone = await judgeGroups(
    statement,
    tests,
    open.map((constraint) => [constraint]),
  );
  open.forEach((constraint, n) => {
    const judgement = alone[n];
    if (judgement) judgements.set(constraint, judgement);
  });
  return judgements;
}

/** Judges groups of constraints. The constraints of a group are dropped together. */
async function judgeGroups(
  statement: JudgedStatement,
  tests: readonly string[],
  groups: readonly (readonly Constraint[])[],
): Promise<readonly Judgement[]> {
  const mutants = groups.map((group, n) => ({
    id: n + 1,
    change: group.map(({ drop }) => drop).join(";"),
  }));
  const judgements: Judgement[] = [];
  for await (const [id, judgement] of judge(statement, tests, mutants))
    judgements[id - 1] = judgement;
  return judgements;
}
