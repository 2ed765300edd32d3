import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFewRows,
  keepManyOutcomes,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../testing/index.ts";
import { addInvoiceNumbers, type InvoiceCall, operation } from "./add-invoice-number.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
// Closes the database without an audit: these redemptions have no lines.
afterAll(() => t?.open.close());

/** Makes 8,000 redemptions, half of them with an invoice number, and 64 calls for some of the others. */
async function manyRedemptions() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  await keepManyOutcomes(t.open.url, merchant.id, operation, ["redemptions"]);
  const sql = await openFillClient(t.open.url);
  try {
    await sql`insert into redemptions (merchant_id, id, kind, customer_id, store_id, name, redeemed_by,
        invoice_number)
      select ${merchant.id}::bigint, n, 'reward', ${customer.id}::bigint, ${store.id}::bigint, 'R',
        'token:1', case when n % 2 = 0 then 'INV-' || n end
      from generate_series(1, 8000) n`;
  } finally {
    await sql.end();
  }
  const calls = Array.from(
    { length: 64 },
    (_, n): InvoiceCall => ({
      ...{ redemption: n * 100 + 1, allowedStores: [store.id], invoiceNumber: `NEW-${n}` },
      ...{ key: `k${n}`, fingerprint: "f" },
    }),
  );
  return { place: { merchantId: merchant.id, offsetMs: 0 }, calls };
}

let rows: Awaited<ReturnType<typeof manyRedemptions>>;
beforeAll(async () => {
  rows = await manyRedemptions();
});

test.each(textNames)("the general plan (%s) reads a few rows for each call", async (text) => {
  expect.hasAssertions();
  const { url } = t.open;
  const explaining = { url, ...rows, statement: addInvoiceNumbers, changes: "redemptions" };
  // `plain` is the form for a call without a key: it looks up no keys, so its plan has fewer scans
  await expectFewRows({ ...explaining, small: [], scans: text === "plain" ? 4 : 6 }, text);
});
