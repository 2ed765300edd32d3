import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFewRows,
  keepManyOutcomes,
  namedBy,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../testing/index.ts";
import { type DeductionCall, deductValues, operation } from "./deduct-value.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
// Closes the database without an audit: the vouchers have no opening entries in the ledger.
afterAll(() => t?.open.close());

/** Makes a customer who holds 8,000 vouchers of 10.00, and 64 calls that deduct from some of them. */
async function manyVouchers() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const { id: template } = await t.given.template(merchant, { isDynamic: true });
  await keepManyOutcomes(t.open.url, merchant.id, operation, ["vouchers"]);
  const sql = await openFillClient(t.open.url);
  try {
    await sql`insert into vouchers (merchant_id, id, voucher_template_id, code, code_key, customer_id,
        value, remaining_value)
      select ${merchant.id}::bigint, n, ${template}::bigint, 'V' || n, 'V' || n, ${customer.id}::bigint,
        10, 10
      from generate_series(1, 8000) n`;
  } finally {
    await sql.end();
  }
  const calls = Array.from(
    { length: 64 },
    (_, n): DeductionCall => ({
      ...namedBy(customer.email),
      ...{ storeId: store.id, storeCode: store.code },
      ...{ channel: null, invoiceNumber: null, extraData: null, requestId: null },
      ...{ key: `k${n}`, fingerprint: "f", allowedStores: null, actor: "token:1" },
      ...{ redemption: n + 1, voucher: n * 100 + 1, value: "6.50" },
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
  await expectFewRows({ url, statement: deductValues, place, calls, changes: "vouchers" }, text);
});
