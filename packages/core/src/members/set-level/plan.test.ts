import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFewRows,
  keepManyOutcomes,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../testing/index.ts";
import { levelsGiven, operation, type SetLevelCall } from "./set-level.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
// Closes the database without an audit: these members have stamps, but no ledger entries.
afterAll(() => t?.open.close());

/** Makes 8,000 members, and 64 calls that raise the level of some of them. */
async function manyMembers() {
  const merchant = await t.given.merchant();
  await keepManyOutcomes(t.open.url, merchant.id, operation, ["customers", "memberships"]);
  const sql = await openFillClient(t.open.url);
  try {
    await sql`insert into levels (merchant_id, level, name) values (${merchant.id}, 300, 'Gold')`;
    await sql`insert into customers (merchant_id, id, member_id, name, email)
      select ${merchant.id}::bigint, n, 'M' || n, 'Customer ' || n, n || '@example.com'
      from generate_series(1, 8000) n`;
    await sql`insert into customer_identifiers (merchant_id, form, value, customer_id)
      select ${merchant.id}::bigint, 'memberId', 'M' || n, n from generate_series(1, 8000) n`;
    await sql`insert into memberships (merchant_id, customer_id, level, stamps)
      select ${merchant.id}::bigint, n, 100, 10 from generate_series(1, 8000) n`;
  } finally {
    await sql.end();
  }
  const calls = Array.from(
    { length: 64 },
    (_, n): SetLevelCall => ({
      ...{ memberId: `M${n * 100 + 1}`, email: null, mobileNumber: null, firstId: null },
      ...{
        customer: null,
        level: 300,
        upgradeOnly: true,
        endDate: null,
        storeId: null,
        change: n + 1,
      },
      ...{ auditId: n + 1, actor: "token:1", subject: "", reason: null, address: null },
      ...{ key: `k${n}`, fingerprint: "f" },
    }),
  );
  return { place: { merchantId: merchant.id, offsetMs: 0 }, calls };
}

let rows: Awaited<ReturnType<typeof manyMembers>>;
beforeAll(async () => {
  rows = await manyMembers();
});

test.each(textNames)("the general plan (%s) of a level by hand reads a few rows", async (text) => {
  expect.hasAssertions();
  const { url } = t.open;
  const statement = { statement: levelsGiven, changes: "memberships", scans: 11 };
  await expectFewRows({ url, ...rows, ...statement }, text);
});
