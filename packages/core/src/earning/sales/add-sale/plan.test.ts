import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFewRows,
  keepManyOutcomes,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../../testing/index.ts";
import { namedBy } from "../../../testing/named-by.ts";
import { addSales, operation, type SaleCall } from "./add-sale.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
// Closes the database without an audit, because the stamps of these customers have no ledger entries.
afterAll(() => t?.open.close());

/**
 * Makes 8,000 customers with a sale each, and 64 calls for some of them. The first call has an invoice
 * number that was used on 200 other days.
 */
async function manyCustomers() {
  const merchant = await t.given.merchant({ earnAmount: "10000.00", earnMaxPerDay: 100 });
  const store = await t.given.store(merchant);
  const tables = ["customers", "customer_identifiers", "memberships", "transactions"];
  await keepManyOutcomes(t.open.url, merchant.id, operation, tables);
  const sql = await openFillClient(t.open.url);
  try {
    await sql`insert into customers (merchant_id, id, member_id, name, email)
      select ${merchant.id}::bigint, n, 'M' || n, 'Customer ' || n, n || '@example.com'
      from generate_series(1, 8000) n`;
    await sql`insert into customer_identifiers (merchant_id, customer_id, form, value)
      select ${merchant.id}::bigint, n, 'email', n || '@example.com' from generate_series(1, 8000) n`;
    await sql`insert into memberships (merchant_id, customer_id, level, stamps)
      select ${merchant.id}::bigint, n, 100, 10 from generate_series(1, 8000) n`;
    await sql`insert into transactions (merchant_id, id, store_id, customer_id, invoice_number,
        business_day, sold_at, total, status, spending, digest, created_by)
      select ${merchant.id}::bigint, n, ${store.id}::bigint, n, 'OLD-' || n, current_date, now(), 1,
        'Created', 1, 'd', 'token:1' from generate_series(1, 8000) n`;
    await sql`insert into transactions (merchant_id, id, store_id, customer_id, invoice_number,
        business_day, sold_at, total, status, spending, digest, created_by)
      select ${merchant.id}::bigint, 30000 + n, ${store.id}::bigint, 1000, 'INV-0',
        current_date - 2 - n, now(), 1, 'Created', 1, 'd', 'token:1' from generate_series(1, 200) n`;
  } finally {
    await sql.end();
  }
  const calls = Array.from(
    { length: 64 },
    (_, n): SaleCall => ({
      ...{
        transaction: 20_001 + n,
        levelChange: 20_001 + n,
        storeId: store.id,
        storeCode: store.code,
        allowedStores: null,
      },
      ...{ hasUser: true, ...namedBy(`${n * 100 + 1}@example.com`) },
      ...{ invoiceNumber: `INV-${n}`, soldAt: null, total: "95000.00" },
      ...{ subtotal: null, discount: null, serviceCharge: null, tax: null, people: 1, channel: 2 },
      ...{ type: null, employeeCode: null, extraData: null, stampsSent: null },
      items: [{ line: 1, product: "Kopi", quantity: "1", subtotal: "1.00", is_eligible: true }],
      payments: [
        { line: 1, method: "cash", method_key: "CASH", value: "1.00", counts_for_levels: true },
      ],
      ...{ otherAmount: "0.00", ownAmount: "0.00", ownStamps: 0, spending: "95000.00" },
      ...{ digest: "d", replaceCanceled: false, actor: "token:1", key: `k${n}`, fingerprint: "f" },
    }),
  );
  return { place: { merchantId: merchant.id, offsetMs: 0 }, calls };
}

let rows: Awaited<ReturnType<typeof manyCustomers>>;
beforeAll(async () => {
  rows = await manyCustomers();
});

test.each(textNames)("the general plan (%s) reads a few rows for each call", async (text) => {
  expect.hasAssertions();
  const { url } = t.open;
  await expectFewRows({ url, ...rows, statement: addSales, changes: "memberships" }, text);
});
