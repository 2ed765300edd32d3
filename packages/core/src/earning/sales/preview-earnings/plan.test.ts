import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Merchant } from "../../../foundation/context.ts";
import { countedOfFile } from "../../../testing/counted-of-file.ts";
import { previewEarnings } from "./preview-earnings.ts";

// Counts the rows that a preview reads.

const CUSTOMERS = 8_000;
/** The number of sales of the customer in the preview: a few a day for years. */
const OWN = 5_000;
const OWN_TODAY = 3;
const tables = ["customers", "customer_identifiers", "memberships", "transactions", "stores"];
const MOST_READ = 40;

let merchant: Merchant;
let store: number;
const t = countedOfFile(tables, async ({ db, given }) => {
  merchant = await given.merchant({ earnAmount: "10000.00", earnMaxPerDay: 10 });
  ({ id: store } = await given.store(merchant, { timezone: "UTC" }));
  const of = sql`${merchant.id}::bigint`;
  await db.execute(sql`insert into customers (merchant_id, id, name, member_id)
    select ${of}, n, 'Ani ' || n, 'AN' || n from generate_series(1, ${CUSTOMERS}::int) n`);
  await db.execute(sql`insert into customer_identifiers (merchant_id, form, value, customer_id)
    select merchant_id, 'memberId', member_id, id from customers where merchant_id = ${of}`);
  await db.execute(sql`insert into memberships (merchant_id, customer_id, level)
    select merchant_id, id, 100 from customers where merchant_id = ${of}`);
  // a sale of today for each customer except the first, then `OWN` sales of the first customer
  const columns = sql`merchant_id, id, store_id, customer_id, invoice_number, business_day, sold_at,
    total, status, stamps_earned, spending, digest, created_by`;
  const today = sql`(now() at time zone 'UTC')::date`;
  const rest = sql`now(), 1, 'Created', 1, 1, 'd', 'token:1'`;
  await db.execute(sql`insert into transactions (${columns})
    select ${of}, n, ${store}::bigint, n, 'T' || n, ${today}, ${rest}
    from generate_series(2, ${CUSTOMERS}::int) n`);
  await db.execute(sql`insert into transactions (${columns})
    select ${of}, ${CUSTOMERS}::int + n, ${store}::bigint, 1, 'O' || n,
      ${today} - (n - 1) / ${OWN_TODAY}::int, ${rest}
    from generate_series(1, ${OWN}::int) n`);
});

/** Previews a sale of 200,000, which earns the rest of the daily cap. */
const preview = () =>
  t.counting(() =>
    previewEarnings(t.as(merchant), {
      ...{ store, user: "AN1", total: "200000.00", subtotal: null, items: [] },
      payments: [{ method: "cash", value: "200000.00", countsForLevels: true }],
    }),
  );

test.each(["before statistics are gathered", "after"])(
  "a preview reads the customer's sales of the day and no others, %s",
  async (when) => {
    if (when === "after") await t.db.execute("analyze");
    const { result: stamps, read } = await preview();
    expect(stamps).toBe(10 - OWN_TODAY);
    expect(read).toBeGreaterThan(OWN_TODAY);
    expect(read).toBeLessThan(MOST_READ);
  },
);

test("negative control: without the index by day it reads all sales of the customer", async () => {
  await t.db.execute("drop index transactions_customer_day");
  const { result: stamps, read } = await preview();
  expect(stamps).toBe(10 - OWN_TODAY);
  expect(read).toBeGreaterThanOrEqual(OWN);
});
