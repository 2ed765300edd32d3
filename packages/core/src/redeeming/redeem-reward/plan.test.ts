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
import { operation, type RewardCall, redeemRewards } from "./redeem-reward.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
// Closes the database without an audit: the stamps of these customers have no ledger entries.
afterAll(() => t?.open.close());

/** Makes 8,000 customers and 64 calls for some of them. Every second call's reward issues a voucher. */
async function manyCustomers() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const template = await t.given.template(merchant);
  const plain = await t.given.reward(merchant);
  const carrying = await t.given.reward(merchant, { voucherTemplateId: template.id });
  const tables = ["customers", "customer_identifiers", "memberships", "vouchers"];
  await keepManyOutcomes(t.open.url, merchant.id, operation, tables);
  const sql = await openFillClient(t.open.url);
  try {
    await sql`insert into customers (merchant_id, id, member_id, name, email)
      select ${merchant.id}::bigint, n, 'M' || n, 'Customer ' || n, n || '@example.com'
      from generate_series(1, 8000) n`;
    await sql`insert into customer_identifiers (merchant_id, customer_id, form, value)
      select ${merchant.id}::bigint, n, 'email', n || '@example.com' from generate_series(1, 8000) n`;
    await sql`insert into memberships (merchant_id, customer_id, level, stamps)
      select ${merchant.id}::bigint, n, 100, 10 from generate_series(1, 8000) n`;
  } finally {
    await sql.end();
  }
  const calls = Array.from({ length: 64 }, (_, n): RewardCall => {
    const voucher = { id: n + 1, code: `V${n}`, templateId: template.id };
    const issues = n % 2 === 0;
    return {
      ...namedBy(`${n * 100 + 1}@example.com`),
      ...{ storeId: store.id, storeCode: store.code, allowedStores: null, actor: "token:1" },
      ...{ channel: null, invoiceNumber: null, extraData: null, requestId: null },
      ...{ key: `k${n}`, fingerprint: "f", redemption: n + 1, qty: 1, stamps: null },
      reward: issues ? carrying.id : plain.id,
      rewardCode: null,
      voucherTemplate: issues ? template.id : null,
      vouchers: issues ? [voucher] : null,
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
  const statement = redeemRewards;
  await expectFewRows({ url, statement, place, calls, changes: "memberships" }, text);
});
