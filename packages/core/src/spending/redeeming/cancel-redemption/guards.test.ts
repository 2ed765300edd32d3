import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cancelCalls, type Redeemed } from "../../../testing/calls/cancel-calls.ts";
import {
  type Change,
  guardless,
  keyOf,
  type OpenHarness,
  openHarness,
  rowsOf,
  runFor,
  whileHeld,
  whileItWaits,
} from "../../../testing/index.ts";
import { cancelRedemptions, operation } from "./cancel-redemption.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

const without = guardless(cancelRedemptions);

async function setting() {
  const { merchant, ...calls } = await cancelCalls(t);
  const place = { merchantId: merchant.id, offsetMs: 0 };
  return { merchant, ...calls, run: runFor(t, place) };
}

const rowsIn = async (table: string, { id }: { readonly id: number }, where = "true") =>
  (await t.db.execute(
    `select 1 from ${table} where merchant_id = ${id} and ${where}`,
  )) as unknown as readonly unknown[];

const keyed = (key: string) => ({ key, fingerprint: "f" });

describe("calls of one batch that share a subject", () => {
  test.each([
    ["one is done", cancelRedemptions, [true, false], "stamps = 7"],
    [
      "without the guard one's stamps are lost",
      without(/\(of_customer_id = 1 [^)]*\)/, "true"),
      [true, true],
      "stamps = 7",
    ],
  ])("a customer: %s", async (_, statement, done, stamps) => {
    const { merchant, customer, call, run } = await setting();
    const member = await customer();
    const calls = [await call("reward", {}, member), await call("reward", {}, member)];
    expect(await run(statement, calls)).toEqual(done);
    expect(await rowsIn("memberships", merchant, stamps)).toHaveLength(1);
  });

  test.each([
    ["one is done", cancelRedemptions, [true, false]],
    [
      "without the guard one's value is lost",
      without(/and \(of_voucher_id = 1 [^)]*\)/),
      [true, true],
    ],
  ])("a voucher: %s", async (_, statement, done) => {
    const { merchant, customer, redeem, callFor, run } = await setting();
    const [first, second] = [await customer(), await customer()];
    const ids = [(await redeem("value", first)).redemption.id];
    await t.db.execute(`update vouchers set customer_id = ${second.id}
      where merchant_id = ${merchant.id} and id = ${first.card}`);
    ids.push((await redeem("value", { ...second, card: first.card })).redemption.id);
    const calls = await Promise.all(ids.map((id) => callFor(id)));
    expect(await run(statement, calls)).toEqual(done);
    const where = `id = ${first.card} and remaining_value = 7.50`;
    expect(await rowsIn("vouchers", merchant, where)).toHaveLength(1);
  });

  test.each([
    ["one is done", cancelRedemptions, [true, false]],
    [
      "without the guard one's use is lost",
      without(/and \(of_promo_code_id = 1 [^)]*\)/),
      [true, true],
    ],
  ])("a promo code: %s", async (_, statement, done) => {
    const { merchant, call, run } = await setting();
    const calls = [await call("promo code"), await call("promo code")];
    expect(await run(statement, calls)).toEqual(done);
    expect(await rowsIn("promo_codes", merchant, "uses = 1")).toHaveLength(1);
  });

  test.each([
    ["one is done", cancelRedemptions, [true, false]],
    ["without the guard the statement fails", without(/and \(of_key = 1 [^)]*\)/), "21000"],
  ])("a key: %s", async (_, statement, done) => {
    const { call, run } = await setting();
    expect(
      await run(statement, [await call("reward", keyed("k")), await call("reward", keyed("k"))]),
    ).toEqual(done);
  });
});

describe("what another transaction changes while the statement waits", () => {
  const vouchers = (change: string) => rowsOf("vouchers", change);
  const canceled = "status = 'Canceled', canceled_at = now(), canceled_by = 'token:2'";
  const redeemed = "redeemed_at = now(), remaining_value = remaining_value - remaining_value";
  type Guard = readonly [
    what: string,
    change: Change,
    guard: RegExp,
    instead?: string,
    redeemed?: Redeemed,
  ];
  const guards: readonly Guard[] = [
    [
      "the redemption is canceled",
      rowsOf("redemptions", canceled),
      / and r\.status = b\.status(?= for no key update)/,
    ],
    [
      "a voucher that it issued is redeemed",
      vouchers(redeemed),
      / and v\.redeemed_at is null(?= order by v\.id for no key)/,
      "",
      "issuing fixed",
    ],
    [
      "a part of a voucher that it issued is spent",
      vouchers("remaining_value = value - 0.01"),
      / and i\.worth = b\.worth/,
    ],
    [
      "a voucher that it issued is spent, and all have to be unspent",
      vouchers(redeemed),
      /i\.count = cardinality\(b\.issued\) and /,
      "",
      "issuing fixed",
    ],
    [
      "F2: the card that gets its value back becomes inactive",
      vouchers("is_active = false"),
      / and \(v\.is_active and [^=]*= b\.today\)\) = b\.is_usable/,
      "",
      "value",
    ],
    [
      "the customer is anonymized",
      rowsOf("customers", "anonymized_at = now()"),
      / and u\.anonymized_at is null(?= for key share)/,
    ],
    [
      "the key is written",
      keyOf(operation),
      /(?<=l\.status = 'Created' and )\(l\.key is null or exists \(select 1 from owned\)\)/,
      "true",
    ],
  ];

  test.each(
    guards.flatMap(([what, change, guard, instead, redeemed = "issuing"]) => [
      {
        what,
        change,
        redeemed,
        statement: cancelRedemptions,
        says: "it is not canceled",
        count: 0,
      },
      {
        ...{ what, change, redeemed, statement: without(guard, instead) },
        ...{ says: "without the guard it is", count: 1 },
      },
    ]),
  )("$what: $says", async ({ change, redeemed, statement, count }) => {
    const { merchant, call, run } = await setting();
    const waiting = await call(redeemed, keyed("k"));
    await whileItWaits(t, merchant.id, change, () => run(statement, [waiting], "wait"));
    expect(await rowsIn("redemptions", merchant, "canceled_by = 'token:1'")).toHaveLength(count);
  });

  test.each([
    ["the call is not done", cancelRedemptions, [false]],
    [
      "without the guard it says that it is",
      without(
        /(?<=where )\(l\.key is null or exists \(select 1 from owned\)\)(?= \), outcome)/,
        "true",
      ),
      [true],
    ],
  ])("the key is written: %s", async (_, statement, done) => {
    const { merchant, call, run } = await setting();
    const waiting = await call("reward", keyed("k"));
    const running = () => run(statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, keyOf(operation), running)).toEqual(done);
    expect(await rowsIn("redemptions", merchant, "status = 'Canceled'")).toHaveLength(0);
  });

  test.each([
    ["none are lost", cancelRedemptions, 12],
    [
      "what is not taken from the locked row is lost",
      without(/ms\.stamps \+ x\.stamps_used/, "10"),
      10,
    ],
  ])("stamps come in: %s", async (_, statement, stamps) => {
    const { merchant, call, run } = await setting();
    const waiting = await call("reward");
    const running = () => run(statement, [waiting], "wait");
    const change = rowsOf("memberships", "stamps = 9");
    expect(await whileItWaits(t, merchant.id, change, running)).toEqual([true]);
    expect(await rowsIn("memberships", merchant, `stamps = ${stamps}`)).toHaveLength(1);
  });
});

describe("a voucher that was redeemed whole", () => {
  const guard = /and \(c\.vouchers is not null\) = \(case r\.kind .*? end\)(?=\)\) and)/;

  test.each([
    ["is not canceled before there is the replacement", cancelRedemptions, [false]],
    ["is without the guard", without(guard), [true]],
  ])("%s", async (_, statement, done) => {
    const { merchant, callWithReplacement, run } = await setting();
    expect(await run(statement, [await callWithReplacement({ vouchers: null })])).toEqual(done);
    expect(await rowsIn("replacement_reviews", merchant)).toHaveLength(0);
  });

  test.each([
    ["back to its card alone", cancelRedemptions, [false], 1],
    ["twice without the guard", without(guard), [true], 2],
  ])("F2: a value goes %s", async (_, statement, done, count) => {
    const { merchant, customer, call, run } = await setting();
    const member = await customer();
    const id = await t.deps.ids.take(merchant.id, "vouchers");
    const voucher = { id, code: `R${id}`, value: "2.50", remainingValue: "2.50" };
    const [{ voucher_template_id: templateId }] = (await t.db.execute(
      `select voucher_template_id from vouchers where merchant_id = ${merchant.id}`,
    )) as unknown as readonly [{ voucher_template_id: string }];
    const vouchers = [{ ...voucher, templateId, startDate: "2026-01-01" }];
    expect(await run(statement, [await call("value", { vouchers }, member)])).toEqual(done);
    expect(await rowsIn("vouchers", merchant)).toHaveLength(count);
  });
});

describe("a row that another transaction holds does not hold up the batch", () => {
  type Held = readonly [table: string, what: "reward" | "issuing" | "value" | "promo code"];

  /** Runs two calls while a row of the second call is locked. Returns which are done, or "waits". */
  async function withOneHeld([table, what]: Held, statement: typeof cancelRedemptions) {
    const { merchant, call, callWithReplacement, run } = await setting();
    const free = await call("reward");
    const held = table === "voucher_templates" ? await callWithReplacement() : await call(what);
    const isHeld =
      {
        redemptions: `id = ${held.redemption}`,
        customers: "id = (select max(id) from customers where merchant_id = $1)",
        memberships: "customer_id = (select max(id) from customers where merchant_id = $1)",
      }[table] ?? "true";
    const lock = `select 1 from ${table} where merchant_id = $1 and ${isHeld} for update`;
    return whileHeld(t, merchant.id, lock, () => run(statement, [free, held]));
  }

  const rows: readonly Held[] = [
    ["redemptions", "reward"],
    ["promo_codes", "promo code"],
    ["vouchers", "value"],
    ["vouchers", "issuing"],
    ["memberships", "reward"],
    ["customers", "reward"],
    ["voucher_templates", "reward"],
  ];
  test.each(rows)("%s (%s): the other call is done", async (...held) => {
    expect(await withOneHeld(held, cancelRedemptions)).toEqual([true, false]);
  });

  const skips = "for no key update )skip locked";
  const guards: readonly (readonly [...Held, RegExp])[] = [
    ["redemptions", "reward", new RegExp(`(?<=r\\.status = b\\.status ${skips}`)],
    ["promo_codes", "promo code", new RegExp(`(?<=pc\\.id = b\\.promo_code_id ${skips}`)],
    ["promo_codes", "promo code", /\(pc\.id is not null or b\.promo_code_id is null\) and/],
    ["vouchers", "value", new RegExp(`(?<=b\\.is_usable ${skips}`)],
    ["vouchers", "value", /\(v\.id is not null or b\.voucher_id is null\) and/],
    ["vouchers", "issuing", new RegExp(`(?<=order by v\\.id ${skips}`)],
    ["memberships", "reward", new RegExp(`(?<=customer_id = b\\.customer_id ${skips}`)],
    ["customers", "reward", /(?<=anonymized_at is null for key share )skip locked/],
    ["voucher_templates", "reward", /(?<=id = b\.template_id for key share )skip locked/],
    ["voucher_templates", "reward", / and \(t\.id is not null or b\.template_id is null\)/],
  ];
  test.each(guards)("%s (%s): without the guard it waits (%s)", async (table, what, guard) => {
    expect(await withOneHeld([table, what], without(guard))).toBe("waits");
  });
});
