import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decisionCalls } from "../../testing/calls/decision-calls.ts";
import {
  expectFewRows,
  keepManyOutcomes,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../testing/index.ts";
import { decideBookings } from "./decide-booking.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
// Closes the database without an audit. The audit would report customers whose Member IDs are missing among
// their identifiers.
afterAll(() => t?.open.close());

const numbers = Array.from({ length: 64 }, (_, n) => n);

/** Makes 8,000 customers and 8,000 bookings, and 64 calls that match some of them. */
async function manyDecisions() {
  const { merchant, call } = await decisionCalls(t);
  const others = ["customers", "customer_identifiers", "bookings", "audit_entries"];
  await keepManyOutcomes(t.open.url, merchant.id, "bookings.match", others);
  const sql = await openFillClient(t.open.url);
  const first = 100_000;
  try {
    await sql`insert into customers (merchant_id, id, member_id, name)
      select ${merchant.id}::bigint, n, 'M' || n, 'M' || n from generate_series(1, 8000) n`;
    await sql`insert into customer_identifiers (merchant_id, form, value, customer_id)
      select ${merchant.id}::bigint, 'email', 'm' || n || '@example.com', n
      from generate_series(1, 8000) n`;
    await sql`insert into bookings (merchant_id, id, store_id, claim, date, time, phone, number_of_people)
      select s.merchant_id, ${first}::bigint + n, s.id, 'M' || n, '2026-01-10', '19:30', '5551234', 4
      from stores s cross join generate_series(1, 8000) n where s.merchant_id = ${merchant.id}::bigint`;
  } finally {
    await sql.end();
  }
  const calls = await Promise.all(
    numbers.map((n) =>
      call({
        ...{ booking: first + n * 100 + 1, toStatus: null, email: `m${n + 1}@example.com` },
        ...{ action: "bookings.match", actor: "staff:rina", key: `k${n}`, fingerprint: "f" },
      }),
    ),
  );
  return { place: { merchantId: merchant.id, offsetMs: 0 }, calls };
}

let rows: Awaited<ReturnType<typeof manyDecisions>>;
beforeAll(async () => {
  rows = await manyDecisions();
});

test.each(textNames)("the general plan (%s) reads a few rows for each call", async (text) => {
  expect.hasAssertions();
  const { place, calls } = rows;
  const { url } = t.open;
  const explaining = { url, statement: decideBookings, place, calls, changes: "bookings" };
  await expectFewRows({ ...explaining, small: ["merchants", "staff_users"] }, text);
});
