import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFewRows,
  keepManyOutcomes,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../testing/index.ts";
import { type CancelSaleCall, cancelSales, operation } from "./cancel-sale.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
// Closes the database without an audit, because the balances of these customers are not the sums of their
// ledgers.
afterAll(() => t?.open.close());

/** The number of ledger entries after the sale, for every hundredth customer. */
const LATER = 300;

/**
 * Makes 20,000 customers with a sale each, and 64 calls that cancel sales of customers with `LATER` entries.
 */
async function manySales() {
  const merchant = await t.given.merchant({ earnAmount: "10000.00" });
  const store = await t.given.store(merchant);
  const tables = ["customers", "memberships", "transactions", "stamp_entries"];
  await keepManyOutcomes(t.open.url, merchant.id, operation, tables);
  const sql = await openFillClient(t.open.url);
  const of = sql`${merchant.id}::bigint`;
  try {
    await sql`insert into customers (merchant_id, id, member_id, name)
      select ${of}, n, 'M' || n, 'Customer ' || n from generate_series(1, 20000) n`;
    await sql`insert into memberships (merchant_id, customer_id, level, stamps, entry_number)
      select ${of}, n, 100, 10, case when n % 100 = 1 then ${LATER}::int + 4 else 4 end
      from generate_series(1, 20000) n`;
    await sql`insert into transactions (merchant_id, id, store_id, customer_id, invoice_number,
        business_day, sold_at, total, status, stamps_earned, spending, digest, created_by)
      select ${of}, n, ${store.id}::bigint, n, 'INV-' || n, current_date, now(), 1, 'Created', 9, 1, 'd',
        'token:1' from generate_series(1, 20000) n`;
    // the statement must ignore the expiry, which precedes the sale's entry, and the award with the sale's id
    await sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day)
      select ${of}, n, e.cause, e.cause_id, e.delta, e.number, current_date
      from generate_series(1, 20000) n cross join lateral (values ('award', n, 1, 1),
        ('earning', n + 100000, 1, 2), ('expiry', 1, -2, 3), ('earning', n, 9, 4)
      ) as e(cause, cause_id, delta, number)`;
    // other customers have stamps that expired after the sale
    await sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day)
      select ${of}, n, 'expiry', 2, -1, 5, current_date from generate_series(2, 20000, 100) n`;
    await sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day)
      select ${of}, n, 'adjustment', later, 1, 4 + later, current_date
      from generate_series(1, 20000, 100) n cross join generate_series(1, ${LATER}::int) later`;
  } finally {
    await sql.end();
  }
  const calls = Array.from({ length: 64 }, (_, n): CancelSaleCall => {
    const transaction = n * 100 + 1;
    return {
      ...{
        transaction,
        levelChange: n + 1,
        allowedStores: null,
        mayCancelRecent: true,
        mayCancelOld: true,
        keepIssued: false,
        replayed: null,
        replayedTo: null,
      },
      ...{ auditId: n + 1, actor: "token:1", subject: `transaction ${transaction}`, reason: null },
      ...{ address: null, key: `k${n}`, fingerprint: "f" },
    };
  });
  return { place: { merchantId: merchant.id, offsetMs: 0 }, calls };
}

let rows: Awaited<ReturnType<typeof manySales>>;
beforeAll(async () => {
  rows = await manySales();
});

test.each(textNames)("the general plan (%s) reads a few rows for each call", async (text) => {
  expect.hasAssertions();
  const { url } = t.open;
  await expectFewRows({ url, ...rows, statement: cancelSales, changes: "transactions" }, text);
});
