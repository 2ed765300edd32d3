import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { promoCodeCalls } from "../../testing/calls/promo-code-calls.ts";
import {
  expectFewRows,
  keepManyOutcomes,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../testing/index.ts";
import { operation, redeemPromoCodes } from "./redeem-promo-code.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
// Closes the database without an audit: these uses have no redemptions.
afterAll(() => t?.open.close());

/**
 * Makes 8,000 customers, 8,000 promo codes, and 64 calls that redeem some of the codes. All customers have
 * used the first code.
 */
async function manyPromoCodes() {
  const { merchant, call } = await promoCodeCalls(t);
  const members = ["customers", "memberships"];
  const changed = ["promo_codes", "promo_code_uses", "redemption_authorizations"];
  await keepManyOutcomes(t.open.url, merchant.id, operation, [...members, ...changed]);
  const sql = await openFillClient(t.open.url);
  try {
    await sql`insert into customers (merchant_id, id, member_id, name)
      select ${merchant.id}::bigint, n, 'M' || n, 'M' || n from generate_series(1, 8000) n`;
    await sql`insert into memberships (merchant_id, customer_id, level, start_date)
      select ${merchant.id}::bigint, n, 100, '2026-01-15' from generate_series(1, 8000) n`;
    await sql`insert into promo_codes (merchant_id, id, code, code_key, name, max_uses, uses)
      select ${merchant.id}::bigint, n, 'P' || n, 'P' || n, 'P' || n, 99999, case n when 1 then 8000 else 0 end
      from generate_series(1, 8000) n`;
    await sql`insert into promo_code_uses (merchant_id, promo_code_id, customer_id, uses)
      select ${merchant.id}::bigint, 1, n, 1 from generate_series(1, 8000) n`;
  } finally {
    await sql.end();
  }
  const numbers = Array.from({ length: 64 }, (_, n) => n);
  const calls = await Promise.all(
    numbers.map((n) => call({ promoCode: `P${n * 100 + 1}`, key: `k${n}`, fingerprint: "f" })),
  );
  return { place: { merchantId: merchant.id, offsetMs: 0 }, calls };
}

let rows: Awaited<ReturnType<typeof manyPromoCodes>>;
beforeAll(async () => {
  rows = await manyPromoCodes();
});

test.each([...textNames, "crowd"] as const)(
  "the general plan (%s) reads a few rows for each call",
  async (text) => {
    expect.hasAssertions();
    const { place, calls } = rows;
    const { url } = t.open;
    const statement = redeemPromoCodes;
    await expectFewRows({ url, statement, place, calls, changes: "promo_codes" }, text);
  },
);
