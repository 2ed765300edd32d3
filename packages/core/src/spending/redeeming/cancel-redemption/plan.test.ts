import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFewRows,
  keepManyOutcomes,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../../testing/index.ts";
import { type CancelCall, cancelRedemptions, operation } from "./cancel-redemption.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
// Closes the database without an audit: the stamps of these customers have no ledger entries.
afterAll(() => t?.open.close());

const kinds = ["reward", "voucher_value", "promo_code", "voucher"] as const;

/**
 * Makes 8,000 customers with a redemption and a voucher each, and 64 calls that cancel some redemptions. A
 * quarter of the redemptions is of each kind: a reward that issued the voucher, a deduction, a promo code,
 * and the whole voucher.
 */
async function manyRedemptions() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const { id: templateId } = await t.given.template(merchant);
  const tables = ["customers", "memberships", "vouchers", "promo_codes", "promo_code_uses"];
  await keepManyOutcomes(t.open.url, merchant.id, operation, [
    ...tables,
    ...["redemptions", "redemption_lines"],
  ]);
  const sql = await openFillClient(t.open.url);
  const of = sql`${merchant.id}::bigint`;
  try {
    await sql`insert into customers (merchant_id, id, member_id, name, email)
      select ${of}, n, 'M' || n, 'Customer ' || n, n || '@example.com'
      from generate_series(1, 8000) n`;
    await sql`insert into memberships (merchant_id, customer_id, level, stamps)
      select ${of}, n, 100, 10 from generate_series(1, 8000) n`;
    await sql`insert into promo_codes (merchant_id, id, code, code_key, name, uses)
      select ${of}, n, 'P' || n, 'P' || n, 'Promo', 1 from generate_series(1, 8000) n`;
    await sql`insert into promo_code_uses (merchant_id, promo_code_id, customer_id, uses)
      select ${of}, n, n, 1 from generate_series(1, 8000) n`;
    await sql`insert into redemptions (merchant_id, id, kind, customer_id, store_id, name, redeemed_by)
      select ${of}, n, (${sql.array([...kinds])}::text[])[n % 4 + 1], n, ${store.id}::bigint, 'R', 'token:1'
      from generate_series(1, 8000) n`;
    await sql`insert into vouchers (merchant_id, id, voucher_template_id, code, code_key, customer_id,
        value, remaining_value, issued_by_redemption_id)
      select ${of}, n, ${templateId}::bigint, 'V' || n, 'V' || n, n, 10,
        case when n % 4 = 1 then 4 end, case when n % 4 = 0 then n end
      from generate_series(1, 8000) n`;
    await sql`insert into redemption_lines (merchant_id, redemption_id, line, name, value, reward_id,
        voucher_id, promo_code_id)
      select ${of}, n, 1, 'R', case when n % 4 = 1 then 6 end, case when n % 4 = 0 then 1 end,
        case when n % 4 in (1, 3) then n end, case when n % 4 = 2 then n end
      from generate_series(1, 8000) n`;
  } finally {
    await sql.end();
  }
  const calls = Array.from({ length: 64 }, (_, n): CancelCall => {
    const redemption = n * 101 + 1;
    const isVoucher = redemption % 4 === 3;
    const id = 1_000_000 + n;
    return {
      ...{ invoiceNumber: null, storeId: null, businessDay: null },
      ...{ redemption, allowedStores: null, mayCancelRecent: true, mayCancelOld: true },
      ...{ actor: "staff:u", tokenId: null, staffId: "u", reason: "r", address: null },
      ...{ userAgent: null, auditId: n + 1, subject: "redemption", key: `k${n}`, fingerprint: "f" },
      wantsReplacement: isVoucher,
      vouchers: isVoucher ? [{ id, code: `N${n}`, templateId }] : null,
    };
  });
  return { place: { merchantId: merchant.id, offsetMs: 0 }, calls };
}

let rows: Awaited<ReturnType<typeof manyRedemptions>>;
beforeAll(async () => {
  rows = await manyRedemptions();
});

test.each(textNames)("the general plan (%s) reads a few rows for each call", async (text) => {
  expect.hasAssertions();
  const { place, calls } = rows;
  const { url } = t.open;
  const statement = cancelRedemptions;
  const small = ["merchants", "staff_users"];
  await expectFewRows({ url, statement, place, calls, changes: "redemptions", small }, text);
});
