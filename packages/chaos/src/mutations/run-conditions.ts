import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createTestDatabase, openClient } from "@stampbook/db/testing";
import { firstLine } from "./judge-run.ts";
import { judge } from "./judging/judge.ts";
import type { Mutant } from "./judging/task.ts";
import type { ConditionOutcome } from "./outcome.ts";
import { placesIn } from "./places.ts";
import { type Texts, textsOf } from "./statement-texts.ts";
import { type JudgedStatement, judgedStatements, quickTests, root, SOURCES } from "./statements.ts";
import type { Judgement } from "./types.ts";

/** A condition of a source, without its judgment. */
type Place = Pick<ConditionOutcome, "place" | "condition" | "nth">;

/** A mutant: the statement without one condition. */
type Changed = Mutant & { readonly texts: Texts; readonly place: Place };

const keyOf = ({ place, condition, nth }: Place) => `${place} ${nth} ${condition}`;

/**
 * Replaces each condition of the named statements by `true`, one at a time, and runs the statement's tests
 * until a test fails. The first named statement with a condition judges the condition. If all tests of that
 * statement pass, the quick tests of every other statement with the condition run too. Skips a change that
 * does not alter the statement's texts. Skips a change that gives the texts of an earlier change. Throws if
 * the tests fail without a change.
 */
export async function runConditions(
  names: readonly string[],
  onOutcome: (outcome: ConditionOutcome) => void,
): Promise<void> {
  const all = judgedStatements();
  const isNamed = ({ name }: JudgedStatement) => names.includes(name);
  const survivors = new Map<string, ConditionOutcome>();
  const settled = new Set<string>();
  for (const statement of [...all.filter(isNamed), ...all.filter((one) => !isNamed(one))]) {
    const quick = quickTests(statement);
    const isOpen = (place: Place) => survivors.has(keyOf(place));
    const isNew = (place: Place) =>
      isNamed(statement) && !settled.has(keyOf(place)) && !isOpen(place);
    const changed = await changesOf(statement, (place) => isNew(place) || isOpen(place));
    for (const [mutants, tests] of [
      [changed.filter(({ place }) => isNew(place)), statement.tests],
      // without quick tests, this statement cannot judge the survivors of others
      [quick.length ? changed.filter(({ place }) => isOpen(place)) : [], quick],
    ] as const)
      for await (const outcome of outcomesOf(statement, tests, mutants)) {
        const key = keyOf(outcome);
        survivors.delete(key);
        if (outcome.result === "survived") survivors.set(key, outcome);
        else {
          settled.add(key);
          onOutcome(outcome);
        }
      }
  }
  for (const outcome of survivors.values()) onOutcome(outcome);
}

/**
 * Makes a mutant for each wanted condition, unless its SQL equals the statement's, or that of an earlier
 * mutant.
 */
async function changesOf(
  { file, tests }: JudgedStatement,
  isWanted: (place: Place) => boolean,
): Promise<readonly Changed[]> {
  const { texts, files } = await textsOf(file);
  const seen = new Set([JSON.stringify(texts)]);
  const changed: Changed[] = [];
  for (const each of files) {
    const source = readFileSync(join(root, each), "utf8");
    for (const { from, to, condition, nth } of placesIn(source)) {
      const place = { place: each.slice(SOURCES.length + 1), condition, nth };
      if (!isWanted(place)) continue;
      const text = `${source.slice(0, from)}true${source.slice(to)}`;
      const { texts } = await textsOf(file, { file: each, text });
      if (seen.size === seen.add(JSON.stringify(texts)).size) continue;
      // the plan test fails if a look-up lacks `merchant_id = $1`, so it runs first
      const first = condition.includes("merchant_id = $1") ? planTest(tests) : undefined;
      changed.push({ id: changed.length + 1, first, texts, place });
    }
  }
  return changed;
}

function planTest(tests: readonly string[]): string | undefined {
  const file = tests.find((test) => test.endsWith("/plan.test.ts"));
  return file && join(root, file);
}

async function* outcomesOf(
  statement: JudgedStatement,
  tests: readonly string[],
  mutants: readonly Changed[],
): AsyncGenerator<ConditionOutcome> {
  const broken = await brokenOf(mutants);
  const outcomeOf = ({ place }: Changed, judgement: Judgement): ConditionOutcome => ({
    ...judgement,
    ...place,
    statement: statement.name,
  });
  for (const mutant of mutants) {
    const why = broken.get(mutant.id);
    if (why !== undefined) yield outcomeOf(mutant, { result: "invalid", why });
  }
  const valid = mutants.filter(({ id }) => !broken.has(id));
  for await (const [id, judgement] of judge(statement, tests, valid)) {
    const mutant = valid.find((one) => one.id === id);
    if (mutant) yield outcomeOf(mutant, judgement);
  }
}

/** Returns the errors of mutants that are invalid SQL, by the id of the mutant. */
async function brokenOf(mutants: readonly Changed[]): Promise<ReadonlyMap<number, string>> {
  const broken = new Map<number, string>();
  const open = await createTestDatabase();
  const sql = openClient(open.url);
  try {
    for (const { id, texts } of mutants)
      for (const { text } of Object.values(texts))
        await sql.unsafe(`prepare mutant as ${text}; deallocate mutant`).catch((error: Error) => {
          broken.set(id, firstLine(error.message));
        });
  } finally {
    await sql.end();
    await open.close();
  }
  return broken;
}
