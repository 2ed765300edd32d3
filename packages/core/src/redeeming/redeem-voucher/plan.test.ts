import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFewRows,
  keepManyOutcomes,
  namedBy,
  type OpenHarness,
  openOwnHarness,
  textNames,
  withoutGuesses,
} from "../../testing/index.ts";
import { operation, redeemVouchers, type VoucherCall } from "./redeem-voucher.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
afterAll(() => t?.close());

/** Makes a customer who holds 8,000 vouchers, and 64 calls that redeem some of them. */
async function manyVouchers() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const { id: template } = await t.given.template(merchant);
  await keepManyOutcomes(t.open.url, merchant.id, operation, ["vouchers"]);
  const sql = await openFillClient(t.open.url);
  try {
    await sql`insert into vouchers (merchant_id, id, voucher_template_id, code, code_key, customer_id)
      select ${merchant.id}::bigint, n, ${template}::bigint, 'V' || n, 'V' || n, ${customer.id}::bigint
      from generate_series(1, 8000) n`;
  } finally {
    await sql.end();
  }
  const calls = Array.from(
    { length: 64 },
    (_, n): VoucherCall => ({
      ...namedBy(customer.email),
      ...{ storeId: store.id, storeCode: store.code },
      ...{ channel: null, invoiceNumber: null, extraData: null, requestId: null },
      ...{ key: `k${n}`, fingerprint: "f", allowedStores: null, actor: "token:1" },
      ...{ voucherCode: null, ...withoutGuesses },
      redemption: n + 1,
      voucher: n * 100 + 1,
    }),
  );
  return { place: { merchantId: merchant.id, offsetMs: 0 }, calls };
}

let rows: Awaited<ReturnType<typeof manyVouchers>>;
beforeAll(async () => {
  rows = await manyVouchers();
});

test.each(textNames)("the general plan (%s) reads a few rows for each call", async (text) => {
  expect.hasAssertions();
  const { place, calls } = rows;
  const { url } = t.open;
  const statement = redeemVouchers;
  await expectFewRows({ url, statement, place, calls, changes: "vouchers" }, text);
});
