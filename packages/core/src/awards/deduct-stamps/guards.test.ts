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
import { type DeductionCall, operation, stampDeductions } from "./deduct-stamps.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

const without = guardless(stampDeductions);
const keyed = { key: "k", fingerprint: "f" };

/** Makes a merchant. `call` adds a customer with 5 stamps, and returns a call that takes 3 of them. */
async function setting() {
  const merchant = await t.given.merchant();
  const call = async (changes: Partial<DeductionCall> = {}): Promise<DeductionCall> => ({
    customer: (await t.given.customer(merchant, {}, { stamps: 5 })).id,
    ...{ email: null, memberId: null, mobileNumber: null, firstId: null },
    deduction: await t.deps.ids.take(merchant.id, "stamp_deductions"),
    ...{ stamps: 3, notes: "a test" },
    auditId: await t.deps.ids.take(merchant.id, "audit_entries"),
    ...{ actor: "token:1", subject: "", reason: null, address: null },
    ...{ key: null, fingerprint: null, ...changes },
  });
  const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
  return { merchant, call, run };
}

describe("calls of one batch that share a subject", () => {
  test.each([
    ["one is done", stampDeductions, [true, false]],
    ["without the guard the statement fails", without(/and \(of_key = 1 [^)]*\)/), "21000"],
  ])("a key: %s", async (_, statement, done) => {
    const { call, run } = await setting();
    expect(await run(statement, [await call(keyed), await call(keyed)])).toEqual(done);
  });

  test.each([
    ["one leaves its key", stampDeductions, 1],
    ["without the guard both do", without(/\(of_customer_id = 1 [^)]*\)/, "true"), 2],
  ])("a customer with enough stamps for both: %s", async (_, statement, keys) => {
    const { merchant, call, run } = await setting();
    const first = await call({ key: "one", fingerprint: "f", stamps: 1 });
    const { customer } = first;
    const second = await call({ key: "two", fingerprint: "f", stamps: 1, customer });
    await run(statement, [first, second]);
    expect((await t.rows(merchant)).get("idempotencyKeys")?.size).toBe(keys);
  });
});

describe("what another transaction changes while the statement waits", () => {
  const guards: readonly Guard[] = [
    {
      what: "the customer is anonymized",
      change: rowsOf("customers", "anonymized_at = now()"),
      guard: / and u\.anonymized_at is null(?= for key share)/,
    },
    {
      what: "stamps expire",
      change: rowsOf("memberships", "next_expiry_on = '2020-01-01'"),
      guard: / and \(ms\.next_expiry_on < b\.day\) is not true(?= and ms\.stamps >= b)/,
    },
    {
      what: "fewer stamps are left",
      change: rowsOf("memberships", "stamps = 2"),
      guard: / and ms\.stamps >= b\.stamps/,
      wrong: "23514",
    },
    {
      what: "the key is written",
      change: keyOf(operation),
      guard: /\(l\.key is null or exists \(select 1 from owned\)\)/,
      instead: "true",
    },
  ];
  test.each(guardCases(stampDeductions, guards))("$what: $says", async (one) => {
    const { merchant, call, run } = await setting();
    const waiting = await call(keyed);
    const running = () => run(one.statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, one.change, running)).toEqual(one.expected);
  });

  const fromSeen = without(
    /set stamps = ms\.stamps - c\.stamps/,
    "set stamps = (select (b.membership->>'stamps')::bigint from seen b) - c.stamps",
  );
  test.each([
    ["they are taken from what is left", stampDeductions, 1],
    ["computed from what was seen, the others come back", fromSeen, 2],
  ])("other stamps are taken: %s", async (_, statement, stamps) => {
    const { merchant, call, run } = await setting();
    const waiting = await call();
    const running = () => run(statement, [waiting], "wait");
    await whileItWaits(t, merchant.id, rowsOf("memberships", "stamps = 4"), running);
    const rows = (await t.rows(merchant)).get("memberships");
    expect(rows?.get(String(waiting.customer))).toMatchObject({ stamps });
  });
});

describe("what the statement needs before it takes stamps", () => {
  test.each([
    ["waits until what has expired is written", stampDeductions, [false]],
    // the pattern also matches the same condition on the locked row
    [
      "does not wait without the guards",
      without(/\(ms\.next_expiry_on < [^)]*?\)(::date\))? is not true/g, "true"),
      [true],
    ],
  ])("%s", async (_, statement, done) => {
    const { merchant, call, run } = await setting();
    const only = await call();
    const due = "next_expiry_on = '2020-01-01'";
    await t.db.execute(`update memberships set ${due} where merchant_id = ${merchant.id}`);
    expect(await run(statement, [only])).toEqual(done);
  });

  test.each([
    ["is not done with too few stamps", stampDeductions, [false]],
    [
      "breaks the balance without the guards",
      without(/ms\.stamps >= [bc]\.stamps/g, "true"),
      "23514",
    ],
  ])("%s", async (_, statement, done) => {
    const { call, run } = await setting();
    expect(await run(statement, [await call({ stamps: 6 })])).toEqual(done);
  });
});

testKeptKey(() => t, {
  statement: stampDeductions,
  locks: "memberships",
  setting: async () => {
    const { call, ...rest } = await setting();
    return { ...rest, call: () => call({ ...keyed, stamps: 1 }) };
  },
});

describe("a row that another transaction holds does not hold up the batch", () => {
  async function withOneHeld(table: string, statement: typeof stampDeductions) {
    const { merchant, call, run } = await setting();
    const [free, held] = [await call(), await call()];
    const column = table === "customers" ? "id" : "customer_id";
    const lock = `select 1 from ${table} where merchant_id = $1 and ${column} = ${held.customer} for update`;
    return whileHeld(t, merchant.id, lock, () => run(statement, [free, held]));
  }
  test.each(["customers", "memberships"])("%s: the other call is done", async (table) => {
    expect(await withOneHeld(table, stampDeductions)).toEqual([true, false]);
  });
  test.each([
    ["customers", /(?<=anonymized_at is null for key share )skip locked/],
    ["memberships", /(?<=ms\.stamps >= b\.stamps for no key update )skip locked/],
  ] as const)("%s: without the guard it waits", async (table, guard) => {
    expect(await withOneHeld(table, without(guard))).toBe("waits");
  });
});
