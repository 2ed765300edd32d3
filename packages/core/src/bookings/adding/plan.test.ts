import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookingCalls } from "../../testing/calls/booking-calls.ts";
import {
  expectFewRows,
  keepManyOutcomes,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../testing/index.ts";
import { addBookings, operation } from "./add-booking.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
// Closes the database without an audit, which would report budgets that no booking has spent.
afterAll(() => t?.open.close());

const numbers = Array.from({ length: 64 }, (_, n) => n);

/**
 * Makes 8,000 customers, and 8,000 stores with their budgets. Returns 64 bookings for some of them. Staff
 * make half of these.
 */
async function manyBookings() {
  const { merchant, call } = await bookingCalls(t);
  const others = ["customers", "customer_identifiers", "stores", "budgets", "bookings"];
  await keepManyOutcomes(t.open.url, merchant.id, operation, others);
  const sql = await openFillClient(t.open.url);
  const first = 5_000_000;
  try {
    await sql`insert into customers (merchant_id, id, member_id, name)
      select ${merchant.id}::bigint, n, 'M' || n, 'M' || n from generate_series(1, 8000) n`;
    await sql`insert into customer_identifiers (merchant_id, form, value, customer_id)
      select ${merchant.id}::bigint, 'email', 'm' || n || '@example.com', n
      from generate_series(1, 8000) n`;
    await sql`insert into stores (merchant_id, id, code, code_key, name, timezone)
      select ${merchant.id}::bigint, ${first}::bigint + n, 'T' || n, 'T' || n, 'T' || n, 'Asia/Jakarta'
      from generate_series(1, 8000) n`;
    await sql`insert into budgets (merchant_id, budget, subject, started_at, ends_at, spent, most)
      select ${merchant.id}::bigint, budget, subject, now(), now() + interval '1 hour', 1, most
      from generate_series(1, 8000) n, lateral (values ('bookingsOfPhone', 'P' || n, 5), ('bookingsOfNetwork', 'P' || n, 5),
        ('bookingsOfStore', (${first}::bigint + n)::text, 60)) as b (budget, subject, most)`;
  } finally {
    await sql.end();
  }
  const calls = await Promise.all(
    numbers.map((n) => {
      const store = first + n * 100 + 1;
      return call({
        ...{ store, storeSubject: String(store), phoneSubject: `P${n * 100 + 1}` },
        networkSubject: `P${n * 100 + 1}`,
        ...{ email: `m${n + 1}@example.com`, key: `k${n}`, fingerprint: "f" },
        ...(n % 2 && {
          ...{ email: null, phoneSubject: null, networkSubject: null, storeSubject: null },
          ...{ actor: "staff:1", auditEntry: first + n, customer: n + 1 },
        }),
      });
    }),
  );
  return { place: { merchantId: merchant.id, offsetMs: 0 }, calls };
}

let rows: Awaited<ReturnType<typeof manyBookings>>;
beforeAll(async () => {
  rows = await manyBookings();
});

test.each(textNames)("the general plan (%s) reads a few rows for each call", async (text) => {
  expect.hasAssertions();
  const { place, calls } = rows;
  const { url } = t.open;
  const changes = "bookings";
  // a booking has three budgets
  const few = { url, statement: addBookings, place, calls, changes, rows: 3 };
  await expectFewRows(few, text);
});
