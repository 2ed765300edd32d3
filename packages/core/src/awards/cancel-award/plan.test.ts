import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFewRows,
  keepManyOutcomes,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../testing/index.ts";
import { type CancelAwardCall, cancelAwards, operation } from "./cancel-award.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
// Closes the database without an audit: the balances of these customers are not the sums of their
// ledgers.
afterAll(() => t?.open.close());

/** Every hundredth customer is a frequent one, with this number of ledger entries after the award. */
const LATER = 300;

/** Makes 20,000 customers with an award each. Returns 64 calls that cancel awards of frequent customers. */
async function manyAwards() {
  const merchant = await t.given.merchant();
  const tables = [
    "customers",
    "customer_identifiers",
    "memberships",
    "stamp_awards",
    "stamp_entries",
  ];
  await keepManyOutcomes(t.open.url, merchant.id, operation, tables);
  const sql = await openFillClient(t.open.url);
  const of = sql`${merchant.id}::bigint`;
  try {
    await sql`insert into customers (merchant_id, id, member_id, name, email)
      select ${of}, n, 'M' || n, 'Customer ' || n, n || '@example.com' from generate_series(1, 20000) n`;
    await sql`insert into customer_identifiers (merchant_id, form, value, customer_id)
      select ${of}, 'email', n || '@example.com', n from generate_series(1, 20000) n`;
    await sql`insert into memberships (merchant_id, customer_id, level, stamps, entry_number)
      select ${of}, n, 100, 10, case when n % 100 = 1 then ${LATER}::int + 4 else 4 end
      from generate_series(1, 20000) n`;
    await sql`insert into stamp_awards (merchant_id, id, customer_id, stamps, created_by)
      select ${of}, n, n, 9, 'token:1' from generate_series(1, 20000) n`;
    // Before the award there are three entries that the statement must ignore: an earning whose `cause_id`
    // equals the award's id, another award, and an expiry.
    await sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day)
      select ${of}, n, e.cause, e.cause_id, e.delta, e.number, current_date
      from generate_series(1, 20000) n cross join lateral (values ('earning', n, 1, 1),
        ('award', n + 100000, 1, 2), ('expiry', 1, -2, 3), ('award', n, 9, 4)
      ) as e(cause, cause_id, delta, number)`;
    // some customers with few entries have stamps that expired after the award
    await sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day)
      select ${of}, n, 'expiry', 2, -1, 5, current_date from generate_series(2, 20000, 100) n`;
    await sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day)
      select ${of}, n, 'adjustment', later, 1, 4 + later, current_date
      from generate_series(1, 20000, 100) n cross join generate_series(1, ${LATER}::int) later`;
  } finally {
    await sql.end();
  }
  const calls = Array.from({ length: 64 }, (_, n): CancelAwardCall => {
    const award = n * 100 + 1;
    return {
      ...{ award, email: `${award}@example.com`, memberId: null, mobileNumber: null },
      ...{ firstId: null, customer: null, allowedStores: null, replayed: null, replayedTo: null },
      ...{ auditId: n + 1, actor: "token:1", subject: "", reason: null, address: null },
      ...{ key: `k${n}`, fingerprint: "f" },
    };
  });
  return { place: { merchantId: merchant.id, offsetMs: 0 }, calls };
}

let rows: Awaited<ReturnType<typeof manyAwards>>;
beforeAll(async () => {
  rows = await manyAwards();
});

test.each(textNames)("the general plan (%s) reads a few rows for each call", async (text) => {
  expect.hasAssertions();
  const { url } = t.open;
  const small = ["merchants", "levels"];
  await expectFewRows(
    { url, ...rows, statement: cancelAwards, changes: "stamp_awards", small },
    text,
  );
});
