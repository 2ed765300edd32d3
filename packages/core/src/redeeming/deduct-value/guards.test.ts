import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Guard,
  guardCases,
  guardless,
  namedBy,
  type OpenHarness,
  openHarness,
  rowsOf,
  runFor,
  whileItWaits,
} from "../../testing/index.ts";
import {
  authorizationEnds,
  authorizationNeeded,
  authorizationSpent,
  customerAnonymized,
  customerDeactivated,
  keyWritten,
} from "../../testing/known-guards.ts";
import { type DeductionCall, deductValues, operation } from "./deduct-value.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

const without = guardless(deductValues);

async function setting() {
  const merchant = await t.given.merchant({ redemptionPinAuthorization: true });
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const { id: voucherTemplateId } = await t.given.template(merchant, { isDynamic: true });
  const authorize = () => t.given.authorization(merchant, { customerId: customer.id });
  /** Makes a call that deducts 6.50 from a new voucher of 10.00, with a new authorization. */
  const call = async (changes: Partial<DeductionCall> = {}): Promise<DeductionCall> => {
    const worth = { value: "10.00", remainingValue: "10.00" };
    const row = { customerId: customer.id, voucherTemplateId, ...worth };
    return {
      ...namedBy(customer.email),
      ...{ storeId: store.id, storeCode: store.code },
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
  const guards: readonly Guard[] = [
    authorizationSpent,
    authorizationNeeded,
    authorizationEnds,
    customerDeactivated,
    customerAnonymized,
    {
      what: "the voucher is taken away",
      change: rowsOf("vouchers", "customer_id = null"),
      guard: /v\.customer_id is not distinct from b\.customer_id/,
      instead: "true",
    },
    {
      what: "the voucher is deactivated",
      change: rowsOf("vouchers", "is_active = false"),
      guard: / and v\.is_active(?= and [^=]*= b\.today)/,
    },
    {
      what: "the voucher starts later",
      change: rowsOf("vouchers", "start_date = '2099-01-01'"),
      guard: / and \(v\.start_date is null or v\.start_date <= b\.today\)/,
    },
    {
      what: "the voucher ends",
      change: rowsOf("vouchers", "end_date = '2020-01-01'"),
      guard: / and \(v\.end_date is null or v\.end_date >= b\.today\)/,
    },
    keyWritten(operation),
  ];

  test.each(guardCases(deductValues, guards))(
    "$what: $says",
    async ({ change, statement, expected }) => {
      const { merchant, call, run } = await setting();
      expect(await run(deductValues, [await call()])).toEqual([true]);
      const keyed = await call({ key: "k", fingerprint: "f" });
      const running = () => run(statement, [keyed], "wait");
      expect(await whileItWaits(t, merchant.id, change, running)).toEqual(expected);
    },
  );

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

test.each([
  ["is not done", deductValues, [false]],
  ["without the guard the statement fails", without(/ and c\.value > 0/), "23514"],
])("a deduction of 0 %s", async (_, statement, done) => {
  const { call, run } = await setting();
  expect(await run(statement, [await call({ value: "0.00" })])).toEqual(done);
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
