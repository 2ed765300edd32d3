import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modifySaleCalls } from "../../testing/calls/modify-sale-calls.ts";
import {
  type Guard,
  guardCases,
  guardless,
  keyOf,
  type OpenHarness,
  openHarness,
  rowsOf,
  whileHeld,
  whileItWaits,
} from "../../testing/index.ts";
import { modifySales, operation } from "./modify-sale.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: statements without their guard wrote wrong rows.
afterAll(() => t?.open.close());

const without = guardless(modifySales);

const setting = () => modifySaleCalls(t);
const keyed = { key: "k", fingerprint: "f" };

describe("calls of one batch that share a subject", () => {
  test.each([
    ["one is done", modifySales, 1],
    ["without the guard one's stamps stay", without(/\(of_customer_id = 1 [^)]*\)/, "true"), 2],
  ])("a customer: %s", async (_, statement, modified) => {
    const { member, callFor, run, count } = await setting();
    const { email } = await member();
    const first = await callFor(email);
    const second = await callFor(email);
    const calls = [{ ...first, computedAt: second.computedAt }, second];
    const oneOf = [
      [true, false],
      [false, true],
    ];
    expect(oneOf).toContainEqual(await run(statement, calls));
    expect(await count("transactions", "stamps_earned = 7")).toBe(modified);
    // 20 stamps at first, 9 from each of two sales, less the 2 that one call takes
    expect(await count("memberships", "stamps = 36")).toBe(1);
  });

  test.each([
    ["one is done", modifySales, [true, false]],
    ["without the guard the statement fails", without(/and \(of_key = 1 [^)]*\)/), "21000"],
  ])("a key: %s", async (_, statement, done) => {
    const { member, callFor, run } = await setting();
    const calls = [
      await callFor((await member()).email, keyed),
      await callFor((await member()).email, keyed),
    ];
    expect(await run(statement, calls)).toEqual(done);
  });
});

describe("a call that is not done does not hold up another of its customer", () => {
  test.each([
    ["the other is done", modifySales, [false, true]],
    [
      "without the guard neither is",
      without(/x\.status = 'Created' and(?= \(c\.allowed_stores)/),
      [false, false],
    ],
  ])("its sale is canceled: %s", async (_, statement, done) => {
    const { merchant, member, callFor, run } = await setting();
    const { email } = await member();
    const [first, other] = [await callFor(email), await callFor(email)];
    await t.db.execute(`update transactions
      set status = 'Canceled', canceled_at = now(), canceled_by = 'token:2'
      where id = ${first.transaction} and merchant_id = ${merchant.id}`);
    const calls = [{ ...first, computedAt: other.computedAt }, other];
    expect(await run(statement, calls)).toEqual(done);
  });

  test.each([
    ["the other is done", modifySales, [false, true]],
    [
      "without the guard neither is",
      without(/ and k\.fingerprint is null(?= as passes)/),
      [false, false],
    ],
  ])("its key has an outcome: %s", async (_, statement, done) => {
    const { member, callFor, run } = await setting();
    const { email } = await member();
    const first = await callFor(email, keyed);
    expect(await run(modifySales, [first])).toEqual([true]);
    const other = await callFor(email);
    const calls = [{ ...first, computedAt: other.computedAt }, other];
    expect(await run(statement, calls)).toEqual(done);
  });
});

describe("what another transaction changes while the statement waits", () => {
  const canceled = "status = 'Canceled', canceled_at = now(), canceled_by = 'token:2'";
  const guards: readonly Guard[] = [
    {
      what: "the sale is canceled",
      change: rowsOf("transactions", canceled),
      guard: / and x\.status = 'Created'(?= for no key update)/,
    },
    {
      what: "the ledger goes on",
      change: rowsOf("memberships", "entry_number = entry_number + 1"),
      guard: / and ms\.entry_number = b\.entry_number/,
    },
    {
      what: "the level changes",
      change: rowsOf("memberships", "level = 200"),
      guard: / and ms\.level = b\.level(?=\s)/,
    },
    {
      what: "the level's last day changes",
      change: rowsOf("memberships", "level_until = '2099-01-01'"),
      guard: / and ms\.level_until is not distinct from b\.level_until/,
    },
    {
      what: "the customer is anonymized",
      change: rowsOf("customers", "anonymized_at = now()"),
      guard: / and \(u\.anonymized_at is null\) = b\.is_named/,
    },
  ];
  test.each(guardCases(modifySales, guards))("$what: $says", async (one) => {
    const { merchant, member, callFor, run } = await setting();
    const waiting = await callFor((await member()).email, keyed);
    const running = () => run(one.statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, one.change, running)).toEqual(one.expected);
  });

  test.each([
    ["the key is not used up", modifySales, 0],
    [
      "without the guard the sale is modified for another's key",
      without(
        /(?<=x\.id = l\.sale_id and )\(l\.key is null or exists \(select 1 from owned\)\)/,
        "true",
      ),
      1,
    ],
  ])("the key is written: %s", async (_, statement, rows) => {
    const { merchant, member, callFor, run, count } = await setting();
    const waiting = await callFor((await member()).email, keyed);
    const running = () => run(statement, [waiting], "wait");
    await whileItWaits(t, merchant.id, keyOf(operation), running);
    expect(await count("transactions", "stamps_earned = 7")).toBe(rows);
  });
});

describe("what the statement needs before it modifies", () => {
  const cases = (
    what: string,
    change: string,
    guard: RegExp,
    { instead = "true", unguarded = [true] as readonly boolean[] | string } = {},
  ) => [
    [`waits: ${what}`, change, modifySales, [false]] as const,
    [`without the guard it does not: ${what}`, change, without(guard, instead), unguarded] as const,
  ];
  test.each([
    ...cases(
      "stamps are due",
      "memberships set next_expiry_on = '2020-01-01'",
      /(?<=c\.computed_at and )\(ms\.next_expiry_on < [^)]*\)::date\) is not true/,
    ),
    ...cases(
      "the ledger went on",
      "memberships set entry_number = entry_number + 1",
      /ms\.entry_number = c\.computed_at(?= and)/,
    ),
    ...cases("too few stamps", "memberships set stamps = 1", / and ms\.stamps >= c\.takes/, {
      instead: "",
      unguarded: "23514",
    }),
  ])("%s", async (_, change, statement, done) => {
    const { merchant, member, callFor, run } = await setting();
    const call = await callFor((await member()).email);
    await t.db.execute(`update ${change} where merchant_id = ${merchant.id}`);
    expect(await run(statement, [call])).toEqual(done);
  });

  test.each([
    ["is not done for another store", modifySales, [false]],
    [
      "is done without the guard",
      without(/\(c\.allowed_stores is null or x\.store_id = any \(c\.allowed_stores\)\)/, "true"),
      [true],
    ],
  ])("%s", async (_, statement, done) => {
    const { member, callFor, run } = await setting();
    const call = await callFor((await member()).email, { allowedStores: [1] });
    expect(await run(statement, [call])).toEqual(done);
  });
});

describe("a row that another transaction holds does not hold up the batch", () => {
  const tables = ["transactions", "memberships", "customers"] as const;
  async function withOneHeld(table: (typeof tables)[number], statement: typeof modifySales) {
    const { merchant, member, callFor, run } = await setting();
    const [one, other] = [await member(), await member()];
    const [free, held] = [await callFor(one.email), await callFor(other.email)];
    const isHeld = {
      transactions: `id = ${held.transaction}`,
      memberships: `customer_id = ${other.id}`,
      customers: `id = ${other.id}`,
    }[table];
    const lock = `select 1 from ${table} where merchant_id = $1 and ${isHeld} for update`;
    return whileHeld(t, merchant.id, lock, () => run(statement, [free, held]));
  }
  test.each(tables)("%s: the other call is done", async (table) => {
    expect(await withOneHeld(table, modifySales)).toEqual([true, false]);
  });
  test.each([
    ["transactions", /(?<=x\.status = 'Created' for no key update )skip locked/],
    ["memberships", /(?<=b\.level_until for no key update )skip locked/],
    ["customers", /(?<=b\.is_named for key share )skip locked/],
  ] as const)("%s: without the guard it waits", async (table, guard) => {
    expect(await withOneHeld(table, without(guard))).toBe("waits");
  });
});
