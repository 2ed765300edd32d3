import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Guard,
  guardCases,
  guardless,
  keyOf,
  type OpenHarness,
  openHarness,
  rowsOf,
  runFor,
  whileHeld,
  whileItWaits,
} from "../../testing/index.ts";
import { testKeptKey } from "../../testing/kept-key.ts";
import { addAward } from "../add-award/add-award.ts";
import { type CancelAwardCall, cancelAwards, operation } from "./cancel-award.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

const without = guardless(cancelAwards);
const keyed = { key: "k", fingerprint: "f" };

/**
 * Makes a merchant with a store. `callFor` awards 9 stamps to a member, and returns a call that cancels the
 * award. `call` does so for a new member with 20 stamps.
 */
async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const member = () => t.given.customer(merchant, {}, { stamps: 20 });
  const callFor = async (
    { id }: { readonly id: number },
    changes: Partial<CancelAwardCall> = {},
  ): Promise<CancelAwardCall> => {
    const gift = { store: store.id, stamps: 9, notes: null, expiresOn: null };
    const { award } = await addAward(t.as(merchant), { ...gift, user: id });
    return {
      ...{ award: award.id, allowedStores: null, replayed: null, replayedTo: null },
      ...{ email: null, memberId: null, mobileNumber: null, firstId: null, customer: id },
      auditId: await t.deps.ids.take(merchant.id, "audit_entries"),
      ...{ actor: "token:1", subject: "", reason: null, address: null },
      ...{ key: null, fingerprint: null, ...changes },
    };
  };
  const call = async (changes: Partial<CancelAwardCall> = {}) => callFor(await member(), changes);
  const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
  const count = async (table: string, where: string) => {
    const rows = (await t.db.execute(
      `select 1 from ${table} where merchant_id = ${merchant.id} and ${where}`,
    )) as unknown as readonly unknown[];
    return rows.length;
  };
  return { merchant, member, callFor, call, run, count };
}

describe("calls of one batch that share a subject", () => {
  test.each([
    ["one is done", cancelAwards, 1],
    ["without the guard one's stamps stay", without(/\(of_customer_id = 1 [^)]*\)/, "true"), 2],
  ])("a customer: %s", async (_, statement, canceled) => {
    const { member, callFor, run, count } = await setting();
    const one = await member();
    await run(statement, [await callFor(one), await callFor(one)]);
    expect(await count("stamp_awards", "canceled_at is not null")).toBe(canceled);
    // 20 stamps and two awards of 9, less the 9 of the canceled award
    expect(await count("memberships", "stamps = 29")).toBe(1);
  });

  test.each([
    ["one is done", cancelAwards, [true, false]],
    ["without the guard the statement fails", without(/and \(of_key = 1 [^)]*\)/), "21000"],
  ])("a key: %s", async (_, statement, done) => {
    const { call, run } = await setting();
    expect(await run(statement, [await call(keyed), await call(keyed)])).toEqual(done);
  });
});

describe("what another transaction changes while the statement waits", () => {
  const canceled = "canceled_at = now(), canceled_by = 'token:2'";
  const guards: readonly Guard[] = [
    {
      what: "the award is canceled",
      change: rowsOf("stamp_awards", canceled),
      guard: / and \(a\.canceled_at is not null\) = b\.is_canceled/,
    },
    {
      what: "the ledger goes on",
      change: rowsOf("memberships", "entry_number = entry_number + 1"),
      guard: / and ms\.entry_number = b\.entry_number/,
    },
    {
      what: "the customer is anonymized",
      change: rowsOf("customers", "anonymized_at = now()"),
      guard: / and u\.anonymized_at is null(?= for key share)/,
    },
    {
      what: "the key is written",
      change: keyOf(operation),
      guard: /(?<=where )\(l\.key is null or exists \(select 1 from owned\)\)(?= \), outcome)/,
      instead: "true",
    },
  ];
  test.each(guardCases(cancelAwards, guards))("$what: $says", async (one) => {
    const { merchant, call, run } = await setting();
    const waiting = await call(keyed);
    const running = () => run(one.statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, one.change, running)).toEqual(one.expected);
  });

  test.each([
    ["the key is not used up", cancelAwards, 0],
    [
      "without the guard the award is canceled for another's key",
      without(
        /(?<=not l\.is_canceled and )\(l\.key is null or exists \(select 1 from owned\)\)/,
        "true",
      ),
      1,
    ],
  ])("the key is written: %s", async (_, statement, rows) => {
    const { merchant, call, run, count } = await setting();
    const waiting = await call(keyed);
    const running = () => run(statement, [waiting], "wait");
    await whileItWaits(t, merchant.id, keyOf(operation), running);
    expect(await count("stamp_awards", "canceled_at is not null")).toBe(rows);
  });
});

describe("what the statement needs before it cancels", () => {
  const cases = (
    what: string,
    change: string,
    guard: RegExp,
    { instead = "true", unguarded = [true] as readonly boolean[] | string } = {},
  ) => [
    [`is not done: ${what}`, change, cancelAwards, [false]] as const,
    [`without the guard it is: ${what}`, change, without(guard, instead), unguarded] as const,
  ];
  test.each([
    ...cases(
      "stamps are due",
      "memberships set next_expiry_on = '2020-01-01'",
      /(?<=own\.takes\) and )\(ms\.next_expiry_on < [^)]*\)::date\) is not true/,
    ),
    ...cases("too few stamps", "memberships set stamps = 8", /ms\.stamps >= own\.takes/, {
      unguarded: "23514",
    }),
  ])("%s", async (_, change, statement, done) => {
    const { merchant, call, run } = await setting();
    const only = await call();
    await t.db.execute(`update ${change} where merchant_id = ${merchant.id}`);
    expect(await run(statement, [only])).toEqual(done);
  });

  test.each([
    ["is not done for another store", cancelAwards, [false]],
    [
      "is done without the guard",
      without(
        /\(a\.store_id is null or c\.allowed_stores is null or a\.store_id = any \(c\.allowed_stores\)\)/,
        "true",
      ),
      [true],
    ],
  ])("%s", async (_, statement, done) => {
    const { call, run } = await setting();
    expect(await run(statement, [await call({ allowedStores: [1] })])).toEqual(done);
  });

  test.each([
    ["is not done for another's award", cancelAwards, [false]],
    ["is done without the guard", without(/ and a\.customer_id = u\.id/), [true]],
  ])("%s", async (_, statement, done) => {
    const { member, call, run } = await setting();
    const { id: customer } = await member();
    expect(await run(statement, [await call({ customer })])).toEqual(done);
  });

  test.each([
    ["cancels an award once", cancelAwards, 20],
    ["takes twice without the guard", without(/ and not l\.is_canceled/), "23505"],
  ])("%s", async (_, statement, after) => {
    const { call, run, count } = await setting();
    const only = await call();
    expect(await run(cancelAwards, [only])).toEqual([true]);
    const again = await run(statement, [{ ...only, auditId: only.auditId + 1_000 }]);
    if (typeof after === "string") expect(again).toBe(after);
    else expect(await count("memberships", `stamps = ${after}`)).toBe(1);
  });
});

testKeptKey(() => t, {
  statement: cancelAwards,
  locks: "stamp_awards",
  setting: async () => {
    const { call, ...rest } = await setting();
    return { ...rest, call: () => call(keyed) };
  },
});

describe("a row that another transaction holds does not hold up the batch", () => {
  async function withOneHeld(table: string, statement: typeof cancelAwards) {
    const { merchant, call, run } = await setting();
    const [free, held] = [await call(), await call()];
    const isHeld = {
      stamp_awards: `id = ${held.award}`,
      memberships: `customer_id = ${held.customer}`,
      customers: `id = ${held.customer}`,
    }[table];
    const lock = `select 1 from ${table} where merchant_id = $1 and ${isHeld} for update`;
    return whileHeld(t, merchant.id, lock, () => run(statement, [free, held]));
  }
  test.each(["stamp_awards", "memberships", "customers"])(
    "%s: the other call is done",
    async (table) => {
      expect(await withOneHeld(table, cancelAwards)).toEqual([true, false]);
    },
  );
  test.each([
    ["stamp_awards", /(?<=b\.is_canceled for no key update )skip locked/],
    ["memberships", /(?<=entry_number = b\.entry_number for no key update )skip locked/],
    ["customers", /(?<=anonymized_at is null for key share )skip locked/],
  ] as const)("%s: without the guard it waits", async (table, guard) => {
    expect(await withOneHeld(table, without(guard))).toBe("waits");
  });
});
