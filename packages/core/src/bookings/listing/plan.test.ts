import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Merchant } from "../../foundation/context.ts";
import { countedOfFile } from "../../testing/counted-of-file.ts";
import { type BookingsRead, readBookings } from "./read-bookings.ts";

// Counts the rows that a page reads out of 30,000 bookings.

const BOOKINGS = 30_000;
const A_DAY = 100;
const LIMIT = 20;
const A_PAGE = 5 * (LIMIT + 1);
const STORE = 1_000_001;

let merchant: Merchant;
const t = countedOfFile(["bookings"], async ({ db, given }) => {
  merchant = await given.merchant();
  await given.store(merchant, { id: STORE });
  await given.store(merchant, { id: STORE + 1 });
  // made in the order of their ids, an hour apart; each store has every other one
  await db.execute(sql`insert into bookings (merchant_id, id, store_id, claim, date, time, phone,
      number_of_people, created_at)
    select ${merchant.id}::bigint, n, ${STORE}::bigint + n % 2, 'guest', date '2026-01-01' + n / ${A_DAY}::int,
      time '12:00' + n % ${A_DAY}::int * interval '1 minute', '5551234', 2,
      timestamptz '2023-01-01' + n * interval '1 hour'
    from generate_series(1, ${BOOKINGS}) n`);
  // without statistics of the expression in `bookings_changed`, PostgreSQL sorts all later changes
  await db.execute("analyze bookings");
});

const all: BookingsRead = {
  ...{ store: null, from: null, to: null, changedSince: null, statuses: null, user: null },
};

/** Reads a page. Returns its rows, and how many PostgreSQL has read for it. */
async function page(filter: Partial<BookingsRead>, after: { key: string; id: number } | null) {
  const input = { ...all, ...filter, after, limit: LIMIT };
  const { result, read } = await t.counting(() => readBookings(t.as(merchant), input));
  return { items: result.items, read };
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
  expect(found.items).toHaveLength(LIMIT);
  expect(found.read).toBeLessThan(A_PAGE);
});

test("without the index of changes a page of them reads far more", async () => {
  await t.db.execute("drop index bookings_changed");
  const found = await page(since, null);
  expect(found.items).toHaveLength(LIMIT);
  expect(found.read).toBeGreaterThan(BOOKINGS / 2);
});
