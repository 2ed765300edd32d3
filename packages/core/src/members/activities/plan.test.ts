import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Merchant } from "../../foundation/context.ts";
import { countedOfFile } from "../../testing/counted-of-file.ts";
import { listActivities } from "./list-activities.ts";

// Counts the rows that a page reads out of the history of 200 customers.

const CUSTOMERS = 200;
/** Rows of each table for each customer. */
const EACH = 50;
const ROWS = CUSTOMERS * EACH;
const tables = [
  ...["transactions", "redemptions", "stamp_awards", "stamp_deductions", "stamp_entries"],
  ...["level_changes", "transaction_modifications"],
];

let merchant: Merchant;
const t = countedOfFile(tables, async ({ db, given }) => {
  merchant = await given.merchant();
  const { id: store } = await given.store(merchant);
  const m = sql`${merchant.id}::bigint`;
  await db.execute(sql`insert into customers (merchant_id, id, name)
    select ${m}, n, 'Ani ' || n from generate_series(1, ${CUSTOMERS}) n`);
  await db.execute(sql`insert into memberships (merchant_id, customer_id, level)
    select ${m}, n, 100 from generate_series(1, ${CUSTOMERS}) n`);
  const rows = sql`from generate_series(1, ${ROWS}) n`;
  const whose = sql`1 + n % ${CUSTOMERS}::int`;
  await db.execute(sql`insert into transactions (merchant_id, id, store_id, customer_id,
      invoice_number, business_day, sold_at, total, status, spending, digest, created_by)
    select ${m}, n, ${store}::bigint, ${whose}, 'INV-' || n, date '2026-05-01',
      timestamptz '2026-05-01' + n * interval '1 second', 1, 'Created', 1, 'd', 'token:1' ${rows}`);
  await db.execute(sql`insert into transaction_modifications (merchant_id, id, transaction_id, total,
      subtotal, items, stamps, created_by)
    select ${m}, n, n, -1, 0, '[]', 0, 'token:1' ${rows}`);
  await db.execute(sql`insert into redemptions
      (merchant_id, id, kind, customer_id, store_id, name, redeemed_by)
    select ${m}, n, 'reward', ${whose}, ${store}::bigint, 'Coffee', 'token:1' ${rows}`);
  await db.execute(sql`insert into stamp_awards (merchant_id, id, customer_id, stamps, created_by)
    select ${m}, n, ${whose}, 1, 'token:1' ${rows}`);
  await db.execute(sql`insert into stamp_deductions
      (merchant_id, id, customer_id, stamps, notes, created_by)
    select ${m}, n, ${whose}, 1, '', 'token:1' ${rows}`);
  await db.execute(sql`insert into stamp_entries
      (merchant_id, customer_id, cause, cause_id, delta, number, day)
    select ${m}, ${whose}, 'adjustment', n, 1, n, date '2026-05-01' ${rows}`);
  await db.execute(sql`insert into level_changes
      (merchant_id, id, customer_id, level_before, level_after, cause, created_by)
    select ${m}, n, ${whose}, 100, 100, 'hand', 'token:1' ${rows}`);
});

const readPage = () => t.counting(() => listActivities(t.as(merchant), 7, null));

test.each(["before statistics are gathered", "after"])(
  "a page reads the customer's own rows, and no others, %s",
  async (when) => {
    if (when === "after") await t.db.execute("analyze");
    const { read, result: page } = await readPage();
    expect(page).toHaveLength(20);
    expect(read).toBeLessThan(4 * tables.length * EACH);
  },
);

test("negative control: without an index it reads all customers' rows of a table", async () => {
  await t.db.execute("drop index redemptions_customer");
  expect((await readPage()).read).toBeGreaterThan(ROWS);
});
