import fc from "fast-check";
import { expect, test } from "vitest";
import type { CallKey, Row } from "../../foundation/writing/index.ts";
import { readPeople } from "../comparing/read-people.ts";
import type { OpenHarness } from "../open-harness.ts";
import { readRows } from "../rows.ts";
import type { AnySeen } from "./tested.ts";
import { namesOf, type Trial } from "./trial.ts";

/**
 * Tests that random batches write and answer what their calls do one after the other, also to customers. Both are
 * rolled back, so that all ids are equal.
 */
export function testBatches<Call extends CallKey, Seen extends AnySeen, Done, Name extends string>(
  trial: Trial<Call, Seen, Done, Name>,
): void {
  const { tested, newShop, shop, tryOut, place } = trial;
  const { operation, cases, shares, needs } = tested;
  const { statement, once } = operation;
  const { names } = namesOf(operation);
  const some = names.filter((_, n) => n % 3 === 0);
  const kinds = ["good", "good", "keyed", ...once, ...some];

  const state = async (db: OpenHarness["db"]) => {
    const rows = await readRows(db, shop().merchant);
    const people = await readPeople({ db }, shop().merchant);
    return sorted([...[...rows.values()].map((byKey) => [...byKey.values()]), people]);
  };
  /** Makes a call of a kind. If the kind is a subject, the call shares it with the first call. */
  async function make(kind: string, index: number, first: Call | undefined): Promise<Call> {
    const share = first && shares[kind];
    const call = await shop().call(
      kind in cases ? cases[kind as Name] : needs?.[kind],
      share && first,
    );
    const keyed = kind === "keyed" ? { ...call, key: `k${index}`, fingerprint: "f" } : call;
    return { ...keyed, ...(first && share?.(first)) };
  }

  async function compare(picked: readonly string[]) {
    const calls: Call[] = [];
    for (const [n, kind] of picked.entries()) calls.push(await make(kind, n, calls[0]));
    const oneByOne = async (tx: OpenHarness["db"], order: readonly number[]) => {
      const answers: unknown[] = [];
      for (const n of order) {
        const [row] = await statement.run(tx, place(), [calls[n] as Call], "skip");
        answers.push(told(row as Row<Seen, Done>));
      }
      return answers;
    };
    // what a batch leaves out because of a shared subject is sent again, after the batch
    const batch = await tryOut(statement, calls, async (rows, tx) => {
      const answers = rows.map(told);
      const all = [...answers.keys()];
      const again = all.filter((n) => answers[n] === "again");
      // a refused call was judged before the batch wrote anything
      const refused = all.filter((n) => !again.includes(n) && !rows[n]?.isDone);
      const first = [...refused, ...all.filter((n) => rows[n]?.isDone)];
      const later = await oneByOne(tx, again);
      const said = [...first.map((n) => answers[n]), ...later];
      return { order: [...first, ...again], said, state: await state(tx) };
    });
    const alone = await tryOut(statement, [], async (_, tx) => ({
      said: await oneByOne(tx, batch.order),
      state: await state(tx),
    }));
    const [together, apart] = [batch.said, alone.said].map((said) => withoutTimes(said));
    expect(together).toEqual(apart);
    expect(alone.state).toEqual(batch.state);
  }

  test("a batch writes what its calls write one after the other", async () => {
    await newShop();
    const batches = fc.array(fc.constantFrom(...kinds), { minLength: 2, maxLength: 8 });
    await fc.assert(fc.asyncProperty(batches, compare), { numRuns: 25 });
  });
}

/** What a row says: the outcome, the check that refused, `kept` or `again`. */
const told = <Seen extends AnySeen, Done>(row: Row<Seen, Done>): unknown =>
  row.isDone ? row.done : (row.seen.refused ?? (row.seen.kept ? "kept" : "again"));

/** The text of a JSON value, with `time` for each moment. */
const withoutTimes = (value: unknown): string =>
  JSON.stringify(value).replace(/\d{4}-\d\d-\d\d[T ][\d:.]+(\+\d\d(:\d\d)?|Z)/g, "time");

/** The text of the rows of each table, in no order. */
const sorted = (tables: readonly (readonly object[])[]): string =>
  withoutTimes(tables.map((rows) => rows.map((row) => JSON.stringify(row)).sort()));
