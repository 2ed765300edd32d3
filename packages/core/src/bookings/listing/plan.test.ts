import { checkForeignKeys, skipForeignKeys } from "@stampbook/db/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Merchant } from "../../foundation/context.ts";
import { countRowsRead, type OpenHarness, openOwnHarness } from "../../testing/index.ts";
import { type BookingsRead, readBookings } from "./read-bookings.ts";

// Counts the rows that a page reads out of 30,000 bookings, by PostgreSQL's statistics, under the generic plan.
// All queries use one connection, because settings and unflushed counters belong to a session.

const BOOKINGS = 30_000;
const A_DAY = 100;
const LIMIT = 20;
const A_PAGE = 5 * (LIMIT + 1);
const STORE = 1_000_001;

let t: OpenHarness;
let merchant: Merchant;
beforeAll(async () => {
  t = await openOwnHarness({ connections: 1 });
  merchant = await t.given.merchant();
  await t.given.store(merchant, { id: STORE });
  await t.given.store(merchant, { id: STORE + 1 });
  await t.db.execute("set plan_cache_mode = force_generic_plan");
  await t.db.execute(skipForeignKeys);
  await t.db.execute("alter table bookings set (autovacuum_enabled = false)");
  // made in the order of their ids, an hour apart; each store has every other one
  await t.db.execute(sql`insert into bookings (merchant_id, id, store_id, claim, date, time, phone,
      number_of_people, created_at)
    select ${merchant.id}::bigint, n, ${STORE}::bigint + n % 2, 'guest', date '2026-01-01' + n / ${A_DAY}::int,
      time '12:00' + n % ${A_DAY}::int * interval '1 minute', '5551234', 2,
      timestamptz '2023-01-01' + n * interval '1 hour'
    from generate_series(1, ${BOOKINGS}) n`);
  await t.db.execute(checkForeignKeys);
  // without statistics of the expression in `bookings_changed`, PostgreSQL sorts all later changes
  await t.db.execute("analyze bookings");
}, 120_000);
// Closes the database without an audit, which would read all bookings.
afterAll(() => t?.open.close());

const all: BookingsRead = {
  ...{ store: null, from: null, to: null, changedSince: null, statuses: null, user: null },
};

/** Reads a page. Returns how many rows it shows, and how many PostgreSQL has read for it. */
async function page(filter: Partial<BookingsRead>, after: { key: string; id: number } | null) {
  const before = await countRowsRead(t.db, ["bookings"]);
  const { items } = await readBookings(t.as(merchant), { ...all, ...filter, after, limit: LIMIT });
  return { shown: items.length, read: (await countRowsRead(t.db, ["bookings"])) - before };
}

const day = { from: "2026-03-01", to: "2026-03-01" };
const since = { changedSince: "2023-06-01T00:00:00Z" };
test.each([
  ["a day", day, null],
  ["a later page of a day", day, { key: "2026-03-01 12:30:00", id: 5_930 }],
  ["a store's year", { store: STORE, from: "2026-01-01", to: "2026-12-31" }, null],
  ["changes", since, null],
  ["a later page of changes", since, { key: "2024-06-01T00:00:00+00:00", id: 12_384 }],
] as const)("a page of %s reads few more rows than it shows", async (_, filter, after) => {
  const found = await page(filter, after);
  expect(found.shown).toBe(LIMIT);
  expect(found.read).toBeLessThan(A_PAGE);
});

test("without the index of changes a page of them reads far more", async () => {
  await t.db.execute("drop index bookings_changed");
  const found = await page(since, null);
  expect(found.shown).toBe(LIMIT);
  expect(found.read).toBeGreaterThan(BOOKINGS / 2);
});
