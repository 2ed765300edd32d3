import { schema } from "@stampbook/db";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Guard,
  guardCases,
  guardless,
  guessesOfToken,
  namedBy,
  type OpenHarness,
  openHarness,
  rowsOf,
  runFor,
  whileItWaits,
} from "../../testing/index.ts";
import {
  authorizationEnds,
  authorizationSpent,
  customerAnonymized,
  customerDeactivated,
  keyWritten,
} from "../../testing/known-guards.ts";
import { operation, redeemVoucherCodes, type VoucherCodeCall } from "./redeem-voucher-code.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

const without = guardless(redeemVoucherCodes);

async function setting() {
  const merchant = await t.given.merchant({ redemptionPinAuthorization: true });
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const { id: voucherTemplateId } = await t.given.template(merchant);
  const authorize = () => t.given.authorization(merchant, { customerId: customer.id });
  /** Makes a call for the code of a new voucher that nobody holds, with a new authorization. */
  const call = async (changes: Partial<VoucherCodeCall> = {}): Promise<VoucherCodeCall> => ({
    ...namedBy(customer.email),
    ...{ storeId: store.id, storeCode: store.code },
    ...{ channel: null, invoiceNumber: null, extraData: null, allowedStores: null },
    ...{ key: null, fingerprint: null, actor: "token:1", ...guessesOfToken() },
    redemption: await t.deps.ids.take(merchant.id, "redemptions"),
    voucherCode: (await t.given.voucher(merchant, { voucherTemplateId })).code,
    voucherTemplate: voucherTemplateId,
    requestId: (await authorize()).requestId,
    ...changes,
  });
  const run = runFor(t, {
    merchantId: merchant.id,
    offsetMs: 0,
  });
  return { merchant, call, run };
}

const keysOf = async (merchant: { readonly id: number }) =>
  (await t.db.execute(
    `select key from idempotency_keys where merchant_id = ${merchant.id}`,
  )) as unknown as readonly unknown[];

describe("calls of one batch that share a subject", () => {
  test.each([
    ["one is done", redeemVoucherCodes, [true, false]],
    ["without the guard both are", without(/and \(of_authorization_id = 1 [^)]*\)/), [true, true]],
  ])("an authorization: %s", async (_, statement, done) => {
    const { call, run } = await setting();
    const first = await call();
    expect(await run(statement, [first, await call({ requestId: first.requestId })])).toEqual(done);
  });

  test.each([
    ["one is done", redeemVoucherCodes, [true, false]],
    ["without the guard the statement fails", without(/and \(of_key = 1 [^)]*\)/), "21000"],
  ])("a key: %s", async (_, statement, done) => {
    const { call, run } = await setting();
    const keyed = { key: "k", fingerprint: "f" };
    expect(await run(statement, [await call(keyed), await call(keyed)])).toEqual(done);
  });

  test.each([
    ["one leaves its key", redeemVoucherCodes, 1],
    ["without the guard both do", without(/\(of_voucher_id = 1 [^)]*\)/, "true"), 2],
  ])("a voucher: %s", async (_, statement, keys) => {
    const { merchant, call, run } = await setting();
    const other = await t.given.customer(merchant);
    const { requestId } = await t.given.authorization(merchant, { customerId: other.id });
    const first = await call({ key: "one", fingerprint: "f" });
    const changes = { email: other.email, voucherCode: first.voucherCode, requestId };
    await run(statement, [first, await call({ key: "two", fingerprint: "f", ...changes })]);
    expect(await keysOf(merchant)).toHaveLength(keys);
  });
});

describe("what the call itself may not do", () => {
  test.each([
    ["it is not done", redeemVoucherCodes, [false]],
    ["without the guard it is", without(/ and coalesce\(g\.count < g\.most, true\)/), [true]],
  ])("its caller has used up the guesses: %s", async (_, statement, done) => {
    const { merchant, call, run } = await setting();
    await t.db.insert(schema.attemptCounters).values({
      ...{ merchantId: merchant.id, subject: "guesses token:1", count: 60 },
      windowStart: new Date().toISOString(),
    });
    expect(await run(statement, [await call()])).toEqual(done);
    const another = await call(guessesOfToken(2));
    expect(await run(statement, [another])).toEqual([true]);
  });

  test.each([
    ["it is not done", redeemVoucherCodes, [false]],
    [
      "without the guard it is",
      without(/ and \(c\.voucher_template is null or t\.id = c\.voucher_template\)/),
      [true],
    ],
  ])("it names another template: %s", async (_, statement, done) => {
    const { merchant, call, run } = await setting();
    const { id: voucherTemplate } = await t.given.template(merchant);
    expect(await run(statement, [await call({ voucherTemplate })])).toEqual(done);
  });

  test("it names no template: it is done", async () => {
    const { call, run } = await setting();
    expect(await run(redeemVoucherCodes, [await call({ voucherTemplate: null })])).toEqual([true]);
  });
});

describe("what another transaction changes while the statement waits", () => {
  const pass = `customer_id = (select max(id) from customers where merchant_id = $1)`;

  const guards: readonly Guard[] = [
    {
      what: "the voucher is redeemed",
      change: rowsOf("vouchers", "redeemed_at = now()"),
      guard: / and v\.redeemed_at is null(?=[^)]*b\.today)/,
    },
    {
      what: "the voucher is deactivated",
      change: rowsOf("vouchers", "is_active = false"),
      guard: / and v\.is_active(?=[^)]*b\.today)/,
    },
    {
      what: "the voucher becomes another customer's",
      change: rowsOf("vouchers", pass),
      guard: / and coalesce\(v\.customer_id, b\.customer_id\) = b\.customer_id/,
    },
    {
      what: "the voucher's start moves",
      change: rowsOf("vouchers", "start_date = '2099-01-01'"),
      guard: / and \(v\.start_date is null or v\.start_date <= b\.today\)/,
    },
    {
      what: "the voucher's end moves",
      change: rowsOf("vouchers", "end_date = '2020-01-01'"),
      guard: / and \(v\.end_date is null or v\.end_date >= b\.today\)/,
    },
    authorizationSpent,
    authorizationEnds,
    customerDeactivated,
    customerAnonymized,
    keyWritten(operation),
  ];

  test.each(guardCases(redeemVoucherCodes, guards))(
    "$what: $says",
    async ({ change, statement, expected }) => {
      const { merchant, call, run } = await setting();
      await t.given.customer(merchant);
      expect(await run(redeemVoucherCodes, [await call()])).toEqual([true]);
      const keyed = await call({ key: "k", fingerprint: "f" });
      const running = () => run(statement, [keyed], "wait");
      expect(await whileItWaits(t, merchant.id, change, running)).toEqual(expected);
    },
  );
});
