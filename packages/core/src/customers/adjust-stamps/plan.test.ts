import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFewRows,
  keepManyOutcomes,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../testing/index.ts";
import { type AdjustmentCall, adjustments, operation } from "./adjust-stamps.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
// Closes the database without an audit: the stamps of these customers have no ledger entries.
afterAll(() => t?.open.close());

/** Makes 8,000 customers, and 64 calls that adjust the stamps of some of them. */
async function manyCustomers() {
  const merchant = await t.given.merchant();
  await keepManyOutcomes(t.open.url, merchant.id, operation, ["customers", "memberships"]);
  const sql = await openFillClient(t.open.url);
  try {
    await sql`insert into customers (merchant_id, id, member_id, name, email)
      select ${merchant.id}::bigint, n, 'M' || n, 'Customer ' || n, n || '@example.com'
      from generate_series(1, 8000) n`;
    await sql`insert into memberships (merchant_id, customer_id, level, stamps)
      select ${merchant.id}::bigint, n, 100, 10 from generate_series(1, 8000) n`;
  } finally {
    await sql.end();
  }
  const calls = Array.from(
    { length: 64 },
    (_, n): AdjustmentCall => ({
      ...{ customer: n * 100 + 1, delta: -1, auditId: n + 1, actor: "token:1" },
      ...{ subject: "customer", reason: "a test", address: null, key: `k${n}`, fingerprint: "f" },
    }),
  );
  return { place: { merchantId: merchant.id, offsetMs: 0 }, calls };
}

let rows: Awaited<ReturnType<typeof manyCustomers>>;
beforeAll(async () => {
  rows = await manyCustomers();
});

test.each(textNames)("the general plan (%s) reads a few rows for each call", async (text) => {
  expect.hasAssertions();
  const { url } = t.open;
  const statement = { statement: adjustments, changes: "memberships", scans: 5 };
  await expectFewRows({ url, ...rows, ...statement }, text);
});
