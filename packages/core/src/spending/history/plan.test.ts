import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Merchant } from "../../foundation/context.ts";
import { countedOfFile } from "../../testing/counted-of-file.ts";
import { listRedemptionsOfCustomer } from "./redemptions-of-customer.sql.ts";
import { listRedemptionsOfPeriod, type RedemptionsOfPeriod } from "./redemptions-of-period.sql.ts";

// Counts the rows that a page reads out of 30,000 redemptions.

const REDEMPTIONS = 30_000;
const A_DAY = 300;
/** One of this many redemptions is canceled, a minute after it was made, and another one in part. */
const CANCELED = 30;
const CUSTOMERS = 1_000;
const LIMIT = 20;
const A_PAGE = 4 * (LIMIT + 1);
/** Cancels of parts are read with their redemptions, and beside the other cancels. */
const OF_CANCELS = 4 * A_PAGE;

let merchant: Merchant;
const t = countedOfFile(["redemptions", "redemption_cancels"], async ({ db, given }) => {
  merchant = await given.merchant();
  const store = await given.store(merchant);
  await db.execute(sql`insert into customers (merchant_id, id, name)
    select ${merchant.id}::bigint, n, 'Ayu' from generate_series(0, ${CUSTOMERS}) n`);
  await db.execute(sql`insert into redemptions (merchant_id, id, kind, customer_id, store_id, name,
      invoice_number, redeemed_by, created_at, status, canceled_at, canceled_by)
    select ${merchant.id}::bigint, n, 'reward', n % ${CUSTOMERS}::int, ${store.id}::bigint, 'Bun',
      'INV-' || n, 'token:1', made.at, case when made.canceled then 'Canceled' else 'Created' end,
      case when made.canceled then made.at + interval '1 minute' end,
      case when made.canceled then 'token:1' end
    from generate_series(1, ${REDEMPTIONS}) n cross join lateral (select
      timestamptz '2026-01-01' + n * interval '1 day' / ${A_DAY}::int as at,
      n % ${CANCELED}::int = 0 as canceled) made`);
  await db.execute(sql`insert into redemption_lines (merchant_id, redemption_id, line, reward_id, name, qty,
      canceled_qty)
    select merchant_id, id, 1, 1, 'Bun', 2, 1 from redemptions where id % ${CANCELED}::int = 1`);
  await db.execute(sql`insert into redemption_cancels (merchant_id, id, redemption_id, line, qty, stamps,
      canceled_by, created_at)
    select r.merchant_id, r.id, r.id, 1, 1, 0, 'token:1', r.created_at + interval '1 minute'
    from redemptions r where id % ${CANCELED}::int = 1`);
});

const all: RedemptionsOfPeriod = {
  ...{ date: null, from: null, to: null, by: "created", store: null, status: null },
  ...{ kinds: null, channels: null, invoiceNumber: null },
};

const page = (filter: Partial<RedemptionsOfPeriod> & { sort?: "newest" }) =>
  t.counting(async () => {
    const ofPage = { after: null, limit: LIMIT };
    return (await listRedemptionsOfPeriod(t.as(merchant), { ...all, ...filter, ...ofPage })).items;
  });

// the bounds of a day reach to the next day in UTC on both sides, and each row is read with its index entry
const date = "2026-02-20";
const ofMoments = { from: "2026-02-20T00:00:00Z", to: "2026-03-20T00:00:00Z" };
const ofCancels = { ...ofMoments, by: "canceled" } as const;
const inMarch = { ...ofMoments, sort: "newest" } as const;
test.each([
  ["a day", { date }, LIMIT, 2 * 2 * A_DAY + A_PAGE],
  ["moments", ofMoments, LIMIT, A_PAGE],
  ["moments, newest first", inMarch, LIMIT, A_PAGE],
  ["the cancels of a day", { date, by: "canceled" }, (2 * A_DAY) / CANCELED, OF_CANCELS],
  ["the cancels of four weeks", ofCancels, LIMIT, OF_CANCELS],
  ["the cancels of an invoice", { ...ofCancels, invoiceNumber: "INV-15001" }, 1, A_PAGE],
  ["an invoice", { ...ofMoments, invoiceNumber: "INV-15100" }, 1, A_PAGE],
] as const)("a page of %s reads few more rows than it shows", async (_, filter, shown, most) => {
  const found = await page(filter);
  expect(found.result).toHaveLength(shown);
  expect(found.read).toBeLessThan(most);
});

test("a page of a customer reads the customer's redemptions alone", async () => {
  const filter = { before: null, status: null, channels: null, from: null, to: null };
  const { result, read } = await t.counting(() =>
    listRedemptionsOfCustomer(t.as(merchant), { user: 7, ...filter }),
  );
  expect(result.redemptions).toHaveLength(20);
  expect(read).toBeLessThan(A_PAGE);
});

test.each([
  ["redemption_cancels_created", REDEMPTIONS / CANCELED],
  ["redemptions_canceled", REDEMPTIONS / 2],
])("without the index %s a page of cancels reads far more", async (index, least) => {
  await t.db.execute(`drop index ${index}`);
  const found = await page(ofCancels);
  expect(found.result).toHaveLength(LIMIT);
  expect(found.read).toBeGreaterThan(least);
});
