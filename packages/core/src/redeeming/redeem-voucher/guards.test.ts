import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Guard,
  guardCases,
  guardless,
  namedBy,
  type OpenHarness,
  openHarness,
  runFor,
  whileItWaits,
  withoutGuesses,
} from "../../testing/index.ts";
import {
  authorizationEnds,
  authorizationSpent,
  customerDeactivated,
  keyWritten,
} from "../../testing/known-guards.ts";
import { operation, redeemVouchers, type VoucherCall } from "./redeem-voucher.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

const without = guardless(redeemVouchers);

async function setting() {
  const merchant = await t.given.merchant({ redemptionPinAuthorization: true });
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const { id: voucherTemplateId } = await t.given.template(merchant);
  const authorize = () => t.given.authorization(merchant, { customerId: customer.id });
  /** Makes a call for a new voucher, with a new authorization. */
  const call = async (changes: Partial<VoucherCall> = {}): Promise<VoucherCall> => {
    const row = { customerId: customer.id, voucherTemplateId };
    return {
      ...namedBy(customer.email),
      ...{ storeId: store.id, storeCode: store.code },
      ...{ channel: null, invoiceNumber: null, extraData: null, allowedStores: null },
      ...{ key: null, fingerprint: null, actor: "token:1" },
      redemption: await t.deps.ids.take(merchant.id, "redemptions"),
      voucher: (await t.given.voucher(merchant, row)).id,
      ...{ voucherCode: null, ...withoutGuesses },
      requestId: (await authorize()).requestId,
      ...changes,
    };
  };
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
    ["one is done", redeemVouchers, [true, false]],
    ["without the guard both are", without(/and \(of_authorization_id = 1 [^)]*\)/), [true, true]],
  ])("an authorization: %s", async (_, statement, done) => {
    const { call, run } = await setting();
    const first = await call();
    expect(await run(statement, [first, await call({ requestId: first.requestId })])).toEqual(done);
  });

  test.each([
    ["one is done", redeemVouchers, [true, false]],
    ["without the guard the statement fails", without(/and \(of_key = 1 [^)]*\)/), "21000"],
  ])("a key: %s", async (_, statement, done) => {
    const { call, run } = await setting();
    const keyed = { key: "k", fingerprint: "f" };
    expect(await run(statement, [await call(keyed), await call(keyed)])).toEqual(done);
  });

  test.each([
    ["one leaves its key", redeemVouchers, 1],
    ["without the guard both do", without(/\(of_voucher_id = 1 [^)]*\)/, "true"), 2],
  ])("a voucher: %s", async (_, statement, keys) => {
    const { merchant, call, run } = await setting();
    const first = await call({ key: "one", fingerprint: "f" });
    const second = await call({ key: "two", fingerprint: "f", voucher: first.voucher });
    await run(statement, [first, second]);
    expect(await keysOf(merchant)).toHaveLength(keys);
  });
});

describe("what another transaction changes while the statement waits", () => {
  const guards: readonly Guard[] = [
    authorizationSpent,
    authorizationEnds,
    customerDeactivated,
    keyWritten(operation),
  ];

  test.each(guardCases(redeemVouchers, guards))(
    "$what: $says",
    async ({ change, statement, expected }) => {
      const { merchant, call, run } = await setting();
      expect(await run(redeemVouchers, [await call()])).toEqual([true]);
      const keyed = await call({ key: "k", fingerprint: "f" });
      const running = () => run(statement, [keyed], "wait");
      expect(await whileItWaits(t, merchant.id, change, running)).toEqual(expected);
    },
  );
});
