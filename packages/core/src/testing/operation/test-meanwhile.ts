import { expect, test } from "vitest";
import type { CallKey } from "../../foundation/writing/index.ts";
import { type Lock, send } from "../../machinery/kernel/index.ts";
import { keyOf, rowsOf, whileHeld, whileItWaits } from "../guards.ts";
import type { AnySeen, Meanwhile } from "./tested.ts";
import { codeOf, namesOf, type Trial, tableOf } from "./trial.ts";

/** Makes a call, and changes the row of a lock while the call waits. */
async function whileChanged<
  Call extends CallKey,
  Seen extends AnySeen,
  Done,
  Name extends string,
  Result,
>(
  { newShop, t }: Trial<Call, Seen, Done, Name>,
  lock: Lock,
  {
    written = "",
    running,
  }: { readonly written: Meanwhile | undefined; readonly running: (call: Call) => Promise<Result> },
) {
  const { merchant, call } = await newShop();
  const { of, change } = typeof written === "string" ? { of: {}, change: written } : written;
  const one = await call(of);
  return whileItWaits(t(), merchant.id, rowsOf(tableOf(lock), change), () => running(one));
}

/** Tests the columns of the locks that must be as they were seen. */
function testAsSeen<Call extends CallKey, Seen extends AnySeen, Done, Name extends string>(
  trial: Trial<Call, Seen, Done, Name>,
): void {
  const { tested, run } = trial;
  const { operation, asSeen = {} } = tested;
  const seen = operation.locks.flatMap((lock) =>
    Object.keys(lock.asSeen ?? {}).map((name) => [name, lock] as const),
  );

  test("is given for each column that must be as it was seen", () => {
    expect(Object.keys(asSeen).sort()).toEqual(seen.map(([name]) => name).sort());
  });

  test.each(seen)("%s is as it was seen, or the call is not done", async (name, lock) => {
    const done = (one: typeof operation.statement) =>
      whileChanged(trial, lock, {
        written: asSeen[name],
        running: (call) => run(one, [call], "wait"),
      });
    expect(await done(operation.statement)).toEqual([false]);
    expect(await done(operation.without({ asSeen: name }))).toEqual([true]);
  });
}

/** Tests what another transaction changes while the statement waits for its lock. */
export function testMeanwhile<
  Call extends CallKey,
  Seen extends AnySeen,
  Done,
  Name extends string,
>(trial: Trial<Call, Seen, Done, Name>): void {
  const { tested, run, newShop, t } = trial;
  const { operation, meanwhile, onlyWords, dueMeanwhile, gone } = tested;
  const { statement, without } = operation;
  const { judgedAgain } = namesOf(operation);

  test("is given for each check that is judged again", () => {
    expect(Object.keys(meanwhile).sort()).toEqual([...judgedAgain].sort());
  });

  const meanwhileOf = <Result>(name: Name, running: (call: Call) => Promise<Result>) => {
    const lock = operation.locks.find(({ row }) => row === operation.checks[name].again) as Lock;
    return whileChanged(trial, lock, { written: meanwhile[name], running });
  };

  test.each(judgedAgain)("%s is judged again, and refuses with its words", async (name) => {
    const how = { subjects: () => [], recordedAs: "x" };
    const sent = (call: Call) =>
      send(t().as(trial.shop().merchant), operation, call, how).catch(codeOf);
    expect(await meanwhileOf(name, sent)).toBe(operation.checks[name].code);
  });

  test.each(judgedAgain)("without the repetition of %s it goes wrong", async (name) => {
    const wrong = without({ again: name });
    const result = await meanwhileOf(name, (call) => run(wrong, [call], "wait"));
    // a constraint of the table may be the last guard
    expect([[!onlyWords.includes(name)], "23514", "23505"]).toContainEqual(result);
  });

  testAsSeen(trial);

  test.runIf(dueMeanwhile)("what becomes due is not done before it is settled", async () => {
    const { table, change } = dueMeanwhile ?? { table: "", change: "" };
    const due = async (one: typeof statement) => {
      const { merchant, call } = await newShop();
      const waiting = await call();
      return whileItWaits(t(), merchant.id, rowsOf(table, change), () =>
        run(one, [waiting], "wait"),
      );
    };
    expect(await due(statement)).toEqual([false]);
    expect(await due(without({ again: "isDue" }))).toEqual([true]);
  });

  test.runIf(gone)("a row that is no longer found: the call is not done", async () => {
    const { merchant, call } = await newShop();
    const waiting = await call();
    const change = rowsOf(gone?.table ?? "", gone?.change ?? "");
    const running = () => run(statement, [waiting], "wait");
    expect(await whileItWaits(t(), merchant.id, change, running)).toEqual([false]);
  });

  test("the key that it writes", async () => {
    const keyed = async (one: typeof statement) => {
      const { merchant, call } = await newShop();
      const waiting = { ...(await call()), key: "k", fingerprint: "f" };
      return whileItWaits(t(), merchant.id, keyOf(operation.name), () =>
        run(one, [waiting], "wait"),
      );
    };
    expect(await keyed(statement)).toEqual([false]);
    expect(await keyed(without({ key: true }))).toEqual([true]);
  });

  test.each([...new Set(operation.locks.map(tableOf))])(
    "a held row of %s is skipped by a batch, and its call alone",
    async (table) => {
      const rows = operation.locks.filter((lock) => tableOf(lock) === table);
      const held = `select 1 from ${table} where merchant_id = $1 for update`;
      const skipped = async (one: typeof statement) => {
        const { merchant, call } = await newShop();
        const sent = await call(tested.needs?.[table]);
        return whileHeld(t(), merchant.id, held, () => run(one, [sent], "skip"));
      };
      expect(await skipped(statement)).toEqual([false]);
      expect(await skipped(without({ lock: rows.map(({ row }) => row) }))).not.toEqual([false]);
    },
  );
}
