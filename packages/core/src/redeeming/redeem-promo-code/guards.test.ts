import { GuardRefused } from "@stampbook/db";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { promoCodeCalls } from "../../testing/calls/promo-code-calls.ts";
import {
  type Guard,
  guardCases,
  guardless,
  keyOf,
  type OpenHarness,
  openHarness,
  rowsOf,
  whileItWaits,
} from "../../testing/index.ts";
import { testKeptKey } from "../../testing/kept-key.ts";
import {
  authorizationEnds,
  authorizationSpent,
  customerDeactivated,
} from "../../testing/known-guards.ts";
import { operation, redeemPromoCodes } from "./redeem-promo-code.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

const without = guardless(redeemPromoCodes);

const keyed = { key: "k", fingerprint: "f" } as const;

describe("calls of one batch", () => {
  test.each([
    ["one is done", redeemPromoCodes, [true, false]],
    [
      "without the guard the statement fails",
      without(/\(of_customer_use = 1 [^)]*\)/, "true"),
      "21000",
    ],
  ])("of one customer: %s", async (_, statement, done) => {
    const { merchant, call, run } = await promoCodeCalls(t);
    const first = await call();
    await t.db.execute(`update merchants set redemption_pin_authorization = false
      where id = ${merchant.id}`);
    const { redemption } = await call();
    expect(await run(statement, [first, { ...first, redemption }])).toEqual(done);
  });

  test("of one customer, for two promo codes: both are done", async () => {
    const { merchant, call, run } = await promoCodeCalls(t);
    await t.db.execute(`update merchants set redemption_pin_authorization = false
      where id = ${merchant.id}`);
    const [first, { redemption }] = [await call(), await call()];
    const { code: promoCode } = await t.given.promoCode(merchant);
    const second = { ...first, promoCode, redemption };
    expect(await run(redeemPromoCodes, [first, second])).toEqual([true, true]);
  });

  test.each([
    ["one is done", redeemPromoCodes, [true, false]],
    ["without the guard both are", without(/and \(of_authorization_id = 1 [^)]*\)/), [true, true]],
  ])("with one authorization: %s", async (_, statement, done) => {
    const { merchant, call, run } = await promoCodeCalls(t);
    const first = await call();
    const { code } = await t.given.promoCode(merchant);
    const { redemption } = await call();
    const second = { ...first, promoCode: code, redemption };
    expect(await run(statement, [first, second])).toEqual(done);
  });

  test.each([
    ["one is done", redeemPromoCodes, [true, false]],
    ["without the guard the statement fails", without(/and \(of_key = 1 [^)]*\)/), "21000"],
  ])("with one key: %s", async (_, statement, done) => {
    const { call, run } = await promoCodeCalls(t);
    expect(await run(statement, [await call(keyed), await call(keyed)])).toEqual(done);
  });

  test.each([
    ["as many are done as uses are left", redeemPromoCodes, [true, true, false]],
    [
      "without the guard the statement fails",
      without(/where l\.uses_left is null or l\.place <= l\.uses_left/),
      "23514",
    ],
  ])("of one promo code: %s", async (_, statement, done) => {
    const { call, run } = await promoCodeCalls(t, { maxUses: 2 });
    expect(await run(statement, [await call(), await call(), await call()])).toEqual(done);
  });
});

const change = (columns: string) => rowsOf("promo_codes", columns);
/** Matches the SQL of the day in the second `isOpen` of the statement, which checks the locked row. */
const day = String.raw`b\.today - case when .*? else 0 end`;
const guards: readonly Guard[] = [
  {
    what: "the promo code is deactivated",
    change: change("is_active = false"),
    guard: /(?<=b\.promo_code_id and )pc\.is_active/,
    instead: "true",
  },
  {
    what: "it starts later",
    change: change("start_date = '2099-01-01'"),
    guard: new RegExp(String.raw`\(pc\.start_date is null or pc\.start_date <= ${day}\)`),
    instead: "true",
  },
  {
    what: "it ends",
    change: change("end_date = '2020-01-01'"),
    guard: new RegExp(String.raw`\(pc\.end_date is null or pc\.end_date >= ${day}\)`),
    instead: "true",
  },
  {
    what: "it is limited to another store",
    change: change("stores = '{1}'"),
    guard: / and \(pc\.stores = '\{\}' or b\.store_id = any \(pc\.stores\)\)/,
  },
  {
    what: "it is limited to another channel",
    change: change("channels = '{9}'"),
    guard: / and \(pc\.channels = '\{\}' or b\.channel = any \(pc\.channels\)\)/,
  },
  {
    what: "its hours are none of these",
    change: change("start_time = '24:00:00', end_time = '24:00:00'"),
    guard:
      / and case when pc\.opens <= pc\.closes then pc\.opens <= b\.time .*? or b\.time <= pc\.closes end/,
  },
  {
    what: "it is limited for each customer",
    change: change("max_uses_per_customer = 0"),
    guard:
      / and \(pc\.max_uses_per_customer is null or b\.uses_by_customer < pc\.max_uses_per_customer\)/,
  },
  {
    what: "the customer has used it",
    change: {
      lock: "select 1 from promo_codes where merchant_id = $1 for update",
      change: `insert into promo_code_uses (merchant_id, promo_code_id, customer_id, uses)
        select pc.merchant_id, pc.id, c.id, 1 from promo_codes pc
        join customers c on c.merchant_id = pc.merchant_id
        where pc.merchant_id = $1 order by c.id desc limit 1`,
    },
    guard: / where u\.uses = excluded\.uses - 1/,
  },
  authorizationSpent,
  authorizationEnds,
  customerDeactivated,
];

describe("what another transaction changes while the statement waits", () => {
  test.each(guardCases(redeemPromoCodes, guards))(
    "$what: $says",
    async ({ change, statement, expected }) => {
      const { merchant, call, run } = await promoCodeCalls(t, { maxUsesPerCustomer: 1 });
      expect(await run(redeemPromoCodes, [await call()])).toEqual([true]);
      const waiting = await call();
      const running = () => run(statement, [waiting], "wait");
      expect(await whileItWaits(t, merchant.id, change, running)).toEqual(expected);
    },
  );

  test.each([
    ["it is not done", redeemPromoCodes, [false]],
    [
      "without the guard the statement fails",
      without(/where l\.uses_left is null or l\.place <= l\.uses_left/),
      "23514",
    ],
  ])("the last use is made: %s", async (_, statement, done) => {
    const { merchant, call, run } = await promoCodeCalls(t, { maxUses: 1 });
    const waiting = await call();
    const running = () => run(statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, change("uses = 1"), running)).toEqual(done);
  });

  test.each([
    ["it is not done", redeemPromoCodes, [false]],
    [
      "without the guard it is",
      without(/\(l\.key is null or exists \(select 1 from owned\)\)/, "true"),
      "refused",
    ],
  ])("the key is written: %s", async (_, statement, done) => {
    const { merchant, call, run } = await promoCodeCalls(t);
    const waiting = await call(keyed);
    const running = () => run(statement, [waiting], "wait");
    const answer = await whileItWaits(t, merchant.id, keyOf(operation), running);
    expect(answer instanceof GuardRefused ? "refused" : answer).toEqual(done);
  });
});

testKeptKey(() => t, {
  statement: redeemPromoCodes,
  locks: "promo_codes",
  setting: async () => {
    const { call, ...rest } = await promoCodeCalls(t);
    return { ...rest, call: () => call(keyed) };
  },
});
