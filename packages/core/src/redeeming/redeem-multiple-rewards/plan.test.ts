import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFewRows,
  keepManyOutcomes,
  namedBy,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../testing/index.ts";
import type { NewVoucher } from "../../vouchers/index.ts";
import { operation, type RewardsCall, redeemManyRewards } from "./redeem-multiple-rewards.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
// Closes the database without an audit: the stamps of these customers have no ledger entries.
afterAll(() => t?.open.close());

/**
 * Makes 8,000 customers with an authorization each, 8,000 rewards, and 64 calls for some of the customers.
 * Each call has two lines. The second line has a reward's id, and this reward issues a voucher.
 */
async function manyCustomers() {
  const merchant = await t.given.merchant({ redemptionPinAuthorization: true });
  const store = await t.given.store(merchant);
  const template = await t.given.template(merchant);
  const carrying = await t.given.reward(merchant, { voucherTemplateId: template.id });
  const tables = ["customers", "customer_identifiers", "memberships", "vouchers", "rewards"];
  await keepManyOutcomes(t.open.url, merchant.id, operation, [
    ...tables,
    "redemption_authorizations",
  ]);
  const sql = await openFillClient(t.open.url);
  try {
    await sql`insert into customers (merchant_id, id, member_id, name, email)
      select ${merchant.id}::bigint, n, 'M' || n, 'Customer ' || n, n || '@example.com'
      from generate_series(1, 8000) n`;
    await sql`insert into customer_identifiers (merchant_id, customer_id, form, value)
      select ${merchant.id}::bigint, n, 'email', n || '@example.com' from generate_series(1, 8000) n`;
    await sql`insert into memberships (merchant_id, customer_id, level, stamps)
      select ${merchant.id}::bigint, n, 100, 10 from generate_series(1, 8000) n`;
    await sql`insert into redemption_authorizations (merchant_id, id, customer_id, request_id, expires_at)
      select ${merchant.id}::bigint, n, n, 'request', now() + interval '1 hour'
      from generate_series(1, 8000) n`;
    await sql`insert into rewards (merchant_id, id, code, code_key, name, kind, stamps_to_redeem)
      select ${merchant.id}::bigint, n, 'C' || n, 'C' || n, 'Reward ' || n, 'fixed', 2
      from generate_series(1, 8000) n`;
  } finally {
    await sql.end();
  }
  const calls = Array.from({ length: 64 }, (_, n): RewardsCall => {
    const voucher = { id: n + 1, code: `V${n}`, templateId: template.id } as NewVoucher;
    const line = { qty: 1, stamps: null, requestId: "request" };
    return {
      ...namedBy(`${n * 100 + 1}@example.com`),
      ...{ storeId: store.id, storeCode: store.code, allowedStores: null, actor: "token:1" },
      ...{ channel: null, invoiceNumber: null, key: `k${n}`, fingerprint: "f", redemption: n + 1 },
      lines: [
        { ...line, line: 1, code: `C${n + 1}`, id: null, voucherTemplate: null, vouchers: null },
        {
          ...{ ...line, line: 2, code: String(carrying.id), id: carrying.id },
          ...{ voucherTemplate: template.id, vouchers: [voucher] },
        },
      ],
    };
  });
  return { place: { merchantId: merchant.id, offsetMs: 0 }, calls };
}

let rows: Awaited<ReturnType<typeof manyCustomers>>;
beforeAll(async () => {
  rows = await manyCustomers();
});

test.each(textNames)("the general plan (%s) reads a few rows for each call", async (text) => {
  expect.hasAssertions();
  const { place, calls } = rows;
  const { url } = t.open;
  const statement = redeemManyRewards;
  await expectFewRows({ url, statement, place, calls, changes: "memberships" }, text);
});
