import type { TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Change,
  guardless,
  keyOf,
  type OpenHarness,
  openHarness,
  rowsOf,
  runFor,
  whileItWaits,
} from "../../testing/index.ts";
import { type DeductionCall, deductValues, operation } from "./deduct-value.sql.ts";

// Each guard of the statement, and the same without it.

let t: OpenHarness<TestDatabase>;
beforeAll(async () => {
  t = await openHarness();
});
// no audit: without its guards the statement breaks rows
afterAll(() => t?.open.close());

const without = guardless(deductValues);

async function setting() {
  const merchant = await t.given.merchant({ redemptionPinAuthorization: true });
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const { id: voucherTemplateId } = await t.given.template(merchant, { isDynamic: true });
  const authorize = () => t.given.authorization(merchant, { customerId: customer.id });
  /** A call that deducts 6.50 from a new voucher of 10.00, with a new authorization. */
  const call = async (changes: Partial<DeductionCall> = {}): Promise<DeductionCall> => {
    const worth = { value: "10.00", remainingValue: "10.00" };
    const row = { customerId: customer.id, voucherTemplateId, ...worth };
    return {
      ...{ email: customer.email, memberId: null, storeId: store.id, storeCode: store.code },
      ...{ channel: null, invoiceNumber: null, extraData: null, allowedStores: null },
      ...{ key: null, fingerprint: null, actor: "token:1", value: "6.50" },
      redemption: await t.deps.ids.take(merchant.id, "redemptions"),
      voucher: (await t.given.voucher(merchant, row)).id,
      requestId: (await authorize()).requestId,
      ...changes,
    };
  };
  const place = { merchantId: merchant.id, offsetMs: 0 };
  const run = runFor(t, place);
  return { merchant, place, call, run };
}

const keysOf = async (merchant: { readonly id: number }) =>
  (await t.db.execute(
    `select key from idempotency_keys where merchant_id = ${merchant.id}`,
  )) as unknown as readonly unknown[];

describe("calls of one batch that share a subject", () => {
  test.each([
    ["one is done", deductValues, [true, false]],
    ["without the guard both are", without(/and \(of_authorization_id = 1 [^)]*\)/), [true, true]],
  ])("an authorization: %s", async (_, statement, done) => {
    const { call, run } = await setting();
    const first = await call();
    expect(await run(statement, [first, await call({ requestId: first.requestId })])).toEqual(done);
  });

  test.each([
    ["one is done", deductValues, [true, false]],
    ["without the guard the statement fails", without(/and \(of_key = 1 [^)]*\)/), "21000"],
  ])("a key: %s", async (_, statement, done) => {
    const { call, run } = await setting();
    const keyed = { key: "k", fingerprint: "f" };
    expect(await run(statement, [await call(keyed), await call(keyed)])).toEqual(done);
  });

  test.each([
    ["one leaves its key", deductValues, 1],
    ["without the guard both do", without(/\(of_voucher_id = 1 [^)]*\)/, "true"), 2],
  ])("a voucher with enough for both: %s", async (_, statement, keys) => {
    const { merchant, call, run } = await setting();
    const first = await call({ key: "one", fingerprint: "f", value: "1.00" });
    const { voucher } = first;
    const second = await call({ key: "two", fingerprint: "f", value: "1.00", voucher });
    await run(statement, [first, second]);
    expect(await keysOf(merchant)).toHaveLength(keys);
  });
});

describe("what another transaction changes while the statement waits", () => {
  const spend = `spent_by_redemption_id = (select id from redemptions where merchant_id = $1)`;
  const authorizationSpent = rowsOf("redemption_authorizations", spend);

  type Guard = readonly [what: string, change: Change, guard: RegExp, instead?: string];
  const guards: readonly Guard[] = [
    [
      "the authorization is spent",
      authorizationSpent,
      / and a\.spent_by_redemption_id is null(?= and a\.expires_at > b\.now)/,
    ],
    [
      "the authorization is spent, and the call has none then",
      authorizationSpent,
      / where \(a\.id is not null or b\.authorization_id is null\)/,
    ],
    [
      "the authorization ends",
      rowsOf("redemption_authorizations", "expires_at = now() - interval '1 minute'"),
      / and a\.expires_at > b\.now/,
    ],
    [
      "the customer is deactivated",
      rowsOf("customers", "is_active = false"),
      / and u\.is_active(?= and u\.anonymized_at is null for)/,
    ],
    [
      "the customer is anonymized",
      rowsOf("customers", "anonymized_at = now()"),
      / and u\.anonymized_at is null(?= for)/,
    ],
    [
      "the voucher is taken away",
      rowsOf("vouchers", "customer_id = null"),
      /v\.customer_id is not distinct from b\.customer_id/,
      "true",
    ],
    [
      "the voucher is deactivated",
      rowsOf("vouchers", "is_active = false"),
      / and v\.is_active(?= and [^=]*= b\.today)/,
    ],
    [
      "the voucher starts later",
      rowsOf("vouchers", "start_date = '2099-01-01'"),
      / and \(v\.start_date is null or v\.start_date <= b\.today\)/,
    ],
    [
      "the voucher ends",
      rowsOf("vouchers", "end_date = '2020-01-01'"),
      / and \(v\.end_date is null or v\.end_date >= b\.today\)/,
    ],
    [
      "the key is written",
      keyOf(operation),
      /\(l\.key is null or exists \(select 1 from owned\)\)/,
      "true",
    ],
  ];

  test.each(
    guards.flatMap(([what, change, guard, instead]) => [
      { what, change, statement: deductValues, says: "it is not done", isDone: false },
      {
        ...{ what, change, statement: without(guard, instead) },
        ...{ says: "without the guard it is", isDone: true },
      },
    ]),
  )("$what: $says", async ({ change, statement, isDone }) => {
    const { merchant, call, run } = await setting();
    expect(await run(deductValues, [await call()])).toEqual([true]);
    const keyed = await call({ key: "k", fingerprint: "f" });
    const running = () => run(statement, [keyed], "wait");
    expect(await whileItWaits(t, merchant.id, change, running)).toEqual([isDone]);
  });

  const half = rowsOf("vouchers", "remaining_value = 5.00");

  test.each([
    ["it is not done", deductValues, [false]],
    [
      "without the guard the statement fails",
      without(/ and v\.remaining_value >= b\.value/),
      "23514",
    ],
  ])("less than the value is left: %s", async (_, statement, done) => {
    const { merchant, call, run } = await setting();
    const only = await call();
    const running = () => run(statement, [only], "wait");
    expect(await whileItWaits(t, merchant.id, half, running)).toEqual(done);
  });

  const fromSeen = without(
    /v\.remaining_value - l\.value/,
    "(select (b.voucher->>'remainingValue')::numeric from seen b) - l.value",
  );
  test.each([
    ["the rest is told and written", deductValues, "3.00"],
    ["if it is reckoned from what was seen, the other part comes back", fromSeen, "8.00"],
  ])("a part is deducted: %s", async (_, statement, remaining) => {
    const { merchant, place, call } = await setting();
    const only = await call({ value: "2.00" });
    const running = () => statement.run(t.db, place, [only], "wait");
    expect(await whileItWaits(t, merchant.id, half, running)).toMatchObject([
      { isDone: true, done: { frame: { saving: { left: "5.00" } }, changed: { remaining } } },
    ]);
    const rows = (await t.rows(merchant)).get("vouchers");
    expect(rows?.get(String(only.voucher))).toMatchObject({ remainingValue: remaining });
  });
});

describe("a value that the database cannot read as a number", () => {
  test.each([
    ["is sent as null: the other call of the batch is done", null, [false, true]],
    ["would fail the whole batch", "9".repeat(200_000), "22003"],
  ])("%s", async (_, value, done) => {
    const { call, run } = await setting();
    expect(await run(deductValues, [await call({ value }), await call()])).toEqual(done);
  });
});
