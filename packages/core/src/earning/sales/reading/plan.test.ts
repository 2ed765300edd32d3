import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Merchant } from "../../../foundation/context.ts";
import type { Place, Sort } from "../../../foundation/paging.ts";
import { countedOfFile } from "../../../testing/counted-of-file.ts";
import { listSales, type SaleFilter } from "./sales.sql.ts";
import { listSalesOfPeriod, type SalesOfPeriod } from "./sales-of-period.sql.ts";

// Counts the rows that a page reads out of 50,000 sales.

const SALES = 50_000;
const A_DAY = 500;
/** One of this many sales is canceled, a minute after it was made. */
const CANCELED = 50;
const LIMIT = 20;
const tables = ["transactions"];

let merchant: Merchant;
const t = countedOfFile(tables, async ({ db, given }) => {
  merchant = await given.merchant();
  const store = await given.store(merchant);
  await db.execute(sql`insert into transactions (merchant_id, id, store_id, invoice_number,
      business_day, sold_at, total, status, spending, digest, created_by, canceled_at, canceled_by)
    select ${merchant.id}::bigint, n, ${store.id}::bigint, 'INV-' || n, date '2026-01-01' + n / ${A_DAY},
      sold.at, 1, case when sold.canceled then 'Canceled' else 'Open' end, 1, 'd', 'token:1',
      case when sold.canceled then sold.at + interval '1 minute' end,
      case when sold.canceled then 'token:1' end
    from generate_series(1, ${SALES}) n cross join lateral (select
      date '2026-01-01' + n * interval '1 day' / ${A_DAY} as at, n % ${CANCELED} = 0 as canceled) sold`);
});

const all: SaleFilter = {
  ...{ from: null, to: null, storeId: null, status: null },
  ...{ invoiceNumber: null, customerId: null, who: null },
};

const oldestFirst = { sort: "oldest" as const };
const middle = { key: "2026-02-20T04:48:00Z", id: 25_100 };

/** Reads a page. Returns its items, and the number of rows that PostgreSQL has read for it. */
async function pageOf(filter: Partial<SaleFilter> & { sort?: Sort }, after: Place | null) {
  const page = { ...all, ...filter, after, limit: LIMIT };
  const { result, read } = await t.counting(() => listSales(t.as(merchant), page));
  return { read, items: result.items };
}

test.each([
  ["the first page", {}, null, LIMIT],
  ["a page in the middle", {}, middle, LIMIT],
  ["the oldest page", oldestFirst, null, LIMIT],
  ["a page in the middle, oldest first", oldestFirst, middle, LIMIT],
  ["one invoice", { invoiceNumber: "INV-77" }, null, 1],
])("%s reads about as many rows as it shows", async (_, filter, after, count) => {
  const { read, items } = await pageOf(filter, after);
  expect(items).toHaveLength(count);
  expect(read).toBeLessThan(4 * (LIMIT + 1));
});

test.each([
  ["up to a day long ago", { to: "2026-01-10" }, "2026-01-10"],
  ["from a recent day on, oldest first", { ...oldestFirst, from: "2026-04-01" }, "2026-04-01"],
])("%s it reads the sales of two more days at most", async (_, filter, day) => {
  const { read, items } = await pageOf(filter, null);
  expect(items.map(({ businessDay }) => businessDay)).toEqual(Array(LIMIT).fill(day));
  expect(read).toBeLessThan(2 * A_DAY * 2 + 4 * (LIMIT + 1));
});

const ofPeriod: SalesOfPeriod = {
  ...{ date: null, from: null, to: null, by: "created", store: null },
  ...{ status: null, channels: null, invoiceNumber: null },
};

/** Reads a page of the sales of a period. Returns how many it shows, and how many rows are read for it. */
async function pageOfPeriod(filter: Partial<SalesOfPeriod>) {
  const page = { ...ofPeriod, ...filter, after: null, limit: LIMIT };
  const { result, read } = await t.counting(() => listSalesOfPeriod(t.as(merchant), page));
  return { read, shown: result.items.length };
}

const date = "2026-02-20";
const moments = { from: "2026-02-20T00:00:00Z", to: "2026-03-20T00:00:00Z" };
const A_PAGE = 4 * (LIMIT + 1);
test.each([
  // the bounds of a day reach to the next day in UTC on both sides
  ["a day", { date }, LIMIT, 2 * 2 * A_DAY + A_PAGE],
  ["moments", moments, LIMIT, A_PAGE],
  ["the cancels of a day", { date, by: "canceled" }, A_DAY / CANCELED, A_PAGE],
  ["the cancels of four weeks", { ...moments, by: "canceled" }, LIMIT, A_PAGE],
  ["an invoice", { ...moments, invoiceNumber: "INV-25100" }, 1, A_PAGE],
] as const)(
  "a token's page of %s reads few more rows than it shows",
  async (_, filter, shown, most) => {
    const found = await pageOfPeriod(filter);
    expect(found.shown).toBe(shown);
    expect(found.read).toBeLessThan(most);
  },
);

test("without the index of canceled sales a page of cancels reads far more", async () => {
  await t.db.execute("drop index transactions_canceled");
  const found = await pageOfPeriod({ ...moments, by: "canceled" });
  expect(found.shown).toBe(LIMIT);
  expect(found.read).toBeGreaterThan(SALES / 2);
});

test("without the index the first page reads all sales", async () => {
  await t.db.execute("drop index transactions_time");
  const { read, items } = await pageOf({}, null);
  expect(items).toHaveLength(LIMIT);
  expect(read).toBeGreaterThan(SALES / 2);
});
