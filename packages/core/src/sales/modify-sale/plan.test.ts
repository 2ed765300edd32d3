import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFewRows,
  keepManyOutcomes,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../testing/index.ts";
import { type ModifySaleCall, modifySales, operation } from "./modify-sale.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
// Closes the database without an audit, because the balances of these customers are not the sums of their
// ledgers.
afterAll(() => t?.open.close());

/**
 * Makes 20,000 customers with expired stamps, each with a sale that has an item, a payment and a
 * modification. Makes 64 calls for some of them.
 */
async function manyCustomers() {
  const merchant = await t.given.merchant({ earnAmount: "10000.00", earnMaxPerDay: 100 });
  const store = await t.given.store(merchant);
  const tables = [
    "customers",
    "customer_identifiers",
    "memberships",
    "transactions",
    "transaction_items",
    "transaction_payments",
    "transaction_modifications",
    "stamp_entries",
  ];
  await keepManyOutcomes(t.open.url, merchant.id, operation, tables);
  const sql = await openFillClient(t.open.url);
  try {
    await sql`insert into customers (merchant_id, id, member_id, name, email)
      select ${merchant.id}::bigint, n, 'M' || n, 'Customer ' || n, n || '@example.com'
      from generate_series(1, 20000) n`;
    await sql`insert into customer_identifiers (merchant_id, customer_id, form, value)
      select ${merchant.id}::bigint, n, 'email', n || '@example.com' from generate_series(1, 20000) n`;
    await sql`insert into memberships (merchant_id, customer_id, level, stamps)
      select ${merchant.id}::bigint, n, 100, 10 from generate_series(1, 20000) n`;
    await sql`insert into transactions (merchant_id, id, store_id, customer_id, invoice_number,
        business_day, sold_at, total, status, spending, digest, created_by)
      select ${merchant.id}::bigint, n, ${store.id}::bigint, n, 'OLD-' || n, current_date, now(), 1,
        'Created', 1, 'd', 'token:1' from generate_series(1, 20000) n`;
    await sql`insert into transaction_items (merchant_id, transaction_id, line, product, quantity,
        subtotal, is_eligible)
      select ${merchant.id}::bigint, n, 1, 'Kopi', 2, 1, true from generate_series(1, 20000) n`;
    await sql`insert into transaction_payments (merchant_id, transaction_id, line, method, value, earned,
        counts_for_levels)
      select ${merchant.id}::bigint, n, 1, 'cash', 1, true, true from generate_series(1, 20000) n`;
    await sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day)
      select ${merchant.id}::bigint, n, 'earning', n, 1, 1, current_date from generate_series(1, 20000) n`;
    await sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day)
      select ${merchant.id}::bigint, n, 'expiry', 2, -1, 2, current_date from generate_series(1, 20000) n`;
    await sql`insert into transaction_modifications (merchant_id, id, transaction_id, total, subtotal,
        items, stamps, created_by)
      select ${merchant.id}::bigint, n, n, 0, 0, '[]', 0, 'token:1' from generate_series(1, 20000) n`;
  } finally {
    await sql.end();
  }
  const calls = Array.from({ length: 64 }, (_, n): ModifySaleCall => {
    const transaction = n * 100 + 1;
    return {
      ...{
        transaction,
        allowedStores: null,
        modification: 20_001 + n,
        levelChange: 20_001 + n,
        replayed: null,
      },
      ...{ totalLess: "-1.00", subtotalLess: "0.00", itemsLess: [], total: "0.00", subtotal: null },
      ...{ spending: "0.00", stampsEarned: 0, takes: 0, computedAt: 0 },
      items: [{ line: 1, quantity: "0.000", subtotal: "0.00", stamps: null }],
      payments: [{ line: 1, value: "0.00" }],
      ...{ auditId: 20_001 + n, actor: "token:1", subject: `transaction ${transaction}` },
      ...{ reason: null, address: null, key: `k${n}`, fingerprint: "f" },
    };
  });
  return { place: { merchantId: merchant.id, offsetMs: 0 }, calls };
}

let rows: Awaited<ReturnType<typeof manyCustomers>>;
beforeAll(async () => {
  rows = await manyCustomers();
});

test.each(textNames)("the general plan (%s) reads a few rows for each call", async (text) => {
  expect.hasAssertions();
  const { url } = t.open;
  await expectFewRows({ url, ...rows, statement: modifySales, changes: "memberships" }, text);
});
