import { checkForeignKeys, skipForeignKeys } from "@stampbook/db/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Merchant } from "../../foundation/context.ts";
import { countRowsRead, type OpenHarness, openOwnHarness } from "../../testing/index.ts";
import { listRedemptionsOfCustomer } from "./redemptions-of-customer.sql.ts";
import { listRedemptionsOfPeriod, type RedemptionsOfPeriod } from "./redemptions-of-period.sql.ts";

// Counts the rows that a page reads out of 30,000 redemptions, by PostgreSQL's statistics, under the generic
// plan. All queries use one connection, because settings and unflushed counters belong to a session.

const REDEMPTIONS = 30_000;
const A_DAY = 300;
/** One of this many redemptions is canceled, a minute after it was made. */
const CANCELED = 30;
const CUSTOMERS = 1_000;
const LIMIT = 20;
const A_PAGE = 4 * (LIMIT + 1);

let t: OpenHarness;
let merchant: Merchant;
beforeAll(async () => {
  t = await openOwnHarness({ connections: 1 });
  merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  await t.db.execute("set plan_cache_mode = force_generic_plan");
  await t.db.execute(skipForeignKeys);
  await t.db.execute("alter table redemptions set (autovacuum_enabled = false)");
  await t.db.execute(sql`insert into customers (merchant_id, id, name)
    select ${merchant.id}::bigint, n, 'Ayu' from generate_series(0, ${CUSTOMERS}) n`);
  await t.db.execute(sql`insert into redemptions (merchant_id, id, kind, customer_id, store_id, name,
      invoice_number, redeemed_by, created_at, status, canceled_at, canceled_by)
    select ${merchant.id}::bigint, n, 'reward', n % ${CUSTOMERS}::int, ${store.id}::bigint, 'Bun',
      'INV-' || n, 'token:1', made.at, case when made.canceled then 'Canceled' else 'Created' end,
      case when made.canceled then made.at + interval '1 minute' end,
      case when made.canceled then 'token:1' end
    from generate_series(1, ${REDEMPTIONS}) n cross join lateral (select
      timestamptz '2026-01-01' + n * interval '1 day' / ${A_DAY}::int as at,
      n % ${CANCELED}::int = 0 as canceled) made`);
  await t.db.execute(checkForeignKeys);
}, 120_000);
// Closes the database without an audit, which would read all redemptions.
afterAll(() => t?.open.close());

const all: RedemptionsOfPeriod = {
  ...{ date: null, from: null, to: null, by: "created", store: null, status: null },
  ...{ kinds: null, channels: null, invoiceNumber: null },
};

/** Reads a page. Returns how many rows it shows, and how many PostgreSQL has read for it. */
async function rowsOf(read: () => Promise<readonly unknown[]>) {
  const before = await countRowsRead(t.db, ["redemptions"]);
  const { length: shown } = await read();
  return { shown, read: (await countRowsRead(t.db, ["redemptions"])) - before };
}

const page = (filter: Partial<RedemptionsOfPeriod> & { sort?: "newest" }) =>
  rowsOf(async () => {
    const ofPage = { after: null, limit: LIMIT };
    return (await listRedemptionsOfPeriod(t.as(merchant), { ...all, ...filter, ...ofPage })).items;
  });

// the bounds of a day reach to the next day in UTC on both sides, and each row is read with its index entry
const date = "2026-02-20";
const ofMoments = { from: "2026-02-20T00:00:00Z", to: "2026-03-20T00:00:00Z" };
const inMarch = { ...ofMoments, sort: "newest" } as const;
test.each([
  ["a day", { date }, LIMIT, 2 * 2 * A_DAY + A_PAGE],
  ["moments", ofMoments, LIMIT, A_PAGE],
  ["moments, newest first", inMarch, LIMIT, A_PAGE],
  ["the cancels of a day", { date, by: "canceled" }, A_DAY / CANCELED, A_PAGE],
  ["the cancels of four weeks", { ...ofMoments, by: "canceled" }, LIMIT, A_PAGE],
  ["an invoice", { ...ofMoments, invoiceNumber: "INV-15100" }, 1, A_PAGE],
] as const)("a page of %s reads few more rows than it shows", async (_, filter, shown, most) => {
  const found = await page(filter);
  expect(found.shown).toBe(shown);
  expect(found.read).toBeLessThan(most);
});

test("a page of a customer reads the customer's redemptions alone", async () => {
  const found = await rowsOf(async () => {
    const filter = { before: null, status: null, channels: null, from: null, to: null };
    const listed = await listRedemptionsOfCustomer(t.as(merchant), { user: 7, ...filter });
    return listed.redemptions;
  });
  expect(found.shown).toBe(20);
  expect(found.read).toBeLessThan(A_PAGE);
});

test("without the index of canceled redemptions a page of cancels reads far more", async () => {
  await t.db.execute("drop index redemptions_canceled");
  const found = await page({ ...ofMoments, by: "canceled" });
  expect(found.shown).toBe(LIMIT);
  expect(found.read).toBeGreaterThan(REDEMPTIONS / 2);
});
