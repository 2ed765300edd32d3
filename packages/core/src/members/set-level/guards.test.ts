import { schema } from "@stampbook/db";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  guardless,
  keyOf,
  type OpenHarness,
  openHarness,
  rowsOf,
  runFor,
  whileHeld,
  whileItWaits,
} from "../../testing/index.ts";
import { levelsGiven, operation, type SetLevelCall } from "./set-level.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

const without = guardless(levelsGiven);

/**
 * Makes a merchant with the levels 100, 200 and 300. `call` adds a member, and returns a call with
 * `upgradeOnly` that gives the member the level 200.
 */
async function setting() {
  const merchant = await t.given.merchant();
  for (const level of [200, 300])
    await t.db
      .insert(schema.levels)
      .values({ merchantId: merchant.id, level, name: `Level ${level}` });
  let calls = 0;
  const call = async (changes: Partial<SetLevelCall> = {}): Promise<SetLevelCall> => ({
    customer: (await t.given.customer(merchant)).id,
    ...{ email: null, memberId: null, mobileNumber: null, firstId: null },
    ...{
      level: 200,
      upgradeOnly: true,
      endDate: null,
      storeId: null,
      change: ++calls,
      auditId: calls,
    },
    ...{ actor: "token:1", subject: "", reason: null, address: null },
    ...{ key: null, fingerprint: null, ...changes },
  });
  const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
  const changes = async () => (await t.rows(merchant)).get("levelChanges")?.size ?? 0;
  return { merchant, call, run, changes };
}

const keyed = { key: "k", fingerprint: "f" };

describe("calls of one batch that share a subject", () => {
  test.each([
    ["one is done", levelsGiven, [true, false]],
    ["without the guard the statement fails", without(/and \(of_key = 1 [^)]*\)/), "21000"],
  ])("a key: %s", async (_, statement, done) => {
    const { call, run } = await setting();
    expect(await run(statement, [await call(keyed), await call(keyed)])).toEqual(done);
  });

  test.each([
    ["one leaves its key", levelsGiven, 1],
    ["without the guard both do", without(/\(of_customer_id = 1 [^)]*\)/, "true"), 2],
  ])("a member: %s", async (_, statement, keys) => {
    const { merchant, call, run } = await setting();
    const first = await call({ key: "one", fingerprint: "f" });
    const second = await call({ key: "two", fingerprint: "f", customer: first.customer });
    await run(statement, [first, second]);
    expect((await t.rows(merchant)).get("idempotencyKeys")?.size).toBe(keys);
  });
});

describe("what another transaction changes while the statement waits", () => {
  const isHigher =
    /(?<=and ms\.customer_id = b\.customer_id )and \(not b\.upgrade_only or b\.level >= ms\.level\)/;
  const isSomebody = / and u\.anonymized_at is null(?= for key share)/;
  const anonymized = rowsOf("customers", "anonymized_at = now()");
  const raised = rowsOf("memberships", "level = 300");
  test.each([
    ["the member is raised above it: it is not done", raised, levelsGiven, [false]],
    ["the same without the guard: the member falls", raised, without(isHigher), [true]],
    ["the member is anonymized: it is not done", anonymized, levelsGiven, [false]],
    ["the same without the guard: it is done", anonymized, without(isSomebody), [true]],
  ])("%s", async (_, change, statement, done) => {
    const { merchant, call, run } = await setting();
    const only = await call();
    const running = () => run(statement, [only], "wait");
    expect(await whileItWaits(t, merchant.id, change, running)).toEqual(done);
  });

  const isOwned = /\(l\.key is null or exists \(select 1 from owned\)\)(?= returning)/;
  test.each([
    ["nothing is written", levelsGiven, 0],
    ["without the guard the level is given for another's key", without(isOwned, "true"), 1],
  ])("the key is written: %s", async (_, statement, count) => {
    const { merchant, call, run, changes } = await setting();
    const only = await call(keyed);
    const running = () => run(statement, [only], "wait");
    expect(await whileItWaits(t, merchant.id, keyOf(operation), running)).toEqual([false]);
    expect(await changes()).toBe(count);
  });

  const isDoneOwned = without(/(?<=from locked l )where \(l\.key is null or [^)]*\)\)/);
  test("without the guard the call is said to be done, for another's key", async () => {
    const { merchant, call, run } = await setting();
    const only = await call(keyed);
    const running = () => run(isDoneOwned, [only], "wait");
    expect(await whileItWaits(t, merchant.id, keyOf(operation), running)).toEqual([true]);
  });

  const fromSeen = without(/(?<=b\.customer_id, )ms\.level as level_before/, "b.level_before");
  test.each([
    ["the history has the level that it had then", levelsGiven, 300],
    ["without the look under the lock it has the one before", fromSeen, 100],
  ])("the member is raised, and then lowered: %s", async (_, statement, levelBefore) => {
    const { merchant, call, run } = await setting();
    const only = await call({ upgradeOnly: false });
    const running = () => run(statement, [only], "wait");
    expect(await whileItWaits(t, merchant.id, raised, running)).toEqual([true]);
    const rows = [...((await t.rows(merchant)).get("levelChanges")?.values() ?? [])];
    expect(rows).toMatchObject([{ levelBefore, levelAfter: 200 }]);
  });
});

const isOther =
  /\(l\.level, l\.end_date\) is distinct from \(l\.level_before, l\.level_until\) and/;
test.each([
  ["nothing is written", levelsGiven, 1],
  ["without the guard the history has it twice", without(isOther), 2],
])("a member who has the level until the same day: %s", async (_, statement, count) => {
  const { merchant, call, run, changes } = await setting();
  const first = await call({ endDate: "2100-01-01" });
  const { customer, endDate } = first;
  expect(await run(statement, [first])).toEqual([true]);
  expect(await run(statement, [await call({ customer, endDate })])).toEqual([true]);
  expect(await changes()).toBe(count);
  expect((await t.rows(merchant)).get("auditEntries")?.size).toBe(count);
});

describe("a member whom another transaction holds does not hold up the batch", () => {
  async function withOneHeld(table: string, column: string, statement: typeof levelsGiven) {
    const { merchant, call, run } = await setting();
    const [free, held] = [await call(), await call()];
    const lock = `select 1 from ${table} where merchant_id = $1 and ${column} = ${held.customer} for update`;
    return whileHeld(t, merchant.id, lock, () => run(statement, [free, held]));
  }
  test.each([
    ["memberships", "customer_id", /(?<=for no key update )skip locked/],
    ["customers", "id", /(?<=for key share )skip locked/],
  ] as const)("%s", async (table, column, guard) => {
    expect(await withOneHeld(table, column, levelsGiven)).toEqual([true, false]);
    expect(await withOneHeld(table, column, without(guard))).toBe("waits");
  });
});
