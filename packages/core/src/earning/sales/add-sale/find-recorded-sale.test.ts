import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Merchant } from "../../../foundation/context.ts";
import { countedOfFile } from "../../../testing/counted-of-file.ts";
import { aSale, refusalOf } from "../../../testing/index.ts";
import { findRecordedSale } from "./find-recorded-sale.ts";

// Counts the rows that the look-up reads out of 20,000 sales.

const SALES = 20_000;
const DAYS = 200;
/** The sales are of the days before this moment, so that midnight during the test changes nothing. */
const NOW = Date.now();
const tables = ["transactions"];

let merchant: Merchant;
let storeId: number;
const t = countedOfFile(tables, async ({ db, given }) => {
  merchant = await given.merchant();
  ({ id: storeId } = await given.store(merchant, { timezone: "UTC" }));
  await db.execute(sql`insert into transactions (merchant_id, id, store_id, invoice_number,
      business_day, sold_at, total, status, spending, digest, created_by)
    select ${merchant.id}::bigint, n, ${storeId}::bigint, 'INV-' || n % ${SALES / DAYS}::int,
      ${new Date(NOW).toISOString().slice(0, 10)}::date - n / ${SALES / DAYS}::int, now(), 1, 'Open', 1, 'd', 'token:1'
    from generate_series(1, ${SALES}) n`);
});

/** Looks up the sale with an invoice number that was used on all days. No sale has the content of the call. */
const lookUp = (of: Merchant, soldAt: string | null) =>
  findRecordedSale(
    t.as(of),
    { ...aSale(), store: storeId, user: "1", channel: null, invoiceNumber: "INV-7", soldAt },
    { storeId, customer: { id: 1 } },
  );

/** `read` is the number of rows read. */
async function find(soldAt: string | null) {
  const { result, read } = await t.counting(() => refusalOf(lookUp(merchant, soldAt)));
  return { id: result.existingTransactionId, read };
}

test("the sale of the day is found among those of other days, by its index", async () => {
  const today = await find(null);
  expect(today.id).toBe(7);
  expect(today.read).toBeLessThan(10);
  const lastWeek = await find(new Date(NOW - 7 * 86_400_000).toISOString());
  expect(lastWeek.id).toBe(707);
  expect(lastWeek.read).toBeLessThan(10);
});

test("another merchant's sale is not found", async () => {
  const other = await t.given.merchant();
  expect(await lookUp(other, null)).toBeNull();
});

test("without the unique index it reads the sales of all days", async () => {
  await t.db.execute("alter table transactions drop constraint transactions_invoice");
  expect((await find(null)).read).toBeGreaterThanOrEqual(DAYS);
});
