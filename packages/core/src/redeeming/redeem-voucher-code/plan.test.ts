import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFewRows,
  guessesOfToken,
  keepManyOutcomes,
  namedBy,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../testing/index.ts";
import { operation, redeemVoucherCodes, type VoucherCodeCall } from "./redeem-voucher-code.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
afterAll(() => t?.close());

/**
 * Makes 8,000 vouchers and 64 calls that redeem some of them. A customer holds every second voucher, and
 * nobody holds the others. The token of the calls and 8,000 other tokens have made wrong guesses.
 */
async function manyVouchers() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const { id: template } = await t.given.template(merchant);
  const tables = ["vouchers", "attempt_counters"];
  await keepManyOutcomes(t.open.url, merchant.id, operation, tables);
  const sql = await openFillClient(t.open.url);
  try {
    await sql`insert into vouchers (merchant_id, id, voucher_template_id, code, code_key, customer_id)
      select ${merchant.id}::bigint, n, ${template}::bigint, 'v' || n, 'V' || n,
        case when n % 2 = 0 then ${customer.id}::bigint end
      from generate_series(1, 8000) n`;
    await sql`insert into attempt_counters (merchant_id, subject, window_start, count)
      select ${merchant.id}::bigint, 'guesses token:' || n, now(), 3 from generate_series(1, 8000) n`;
  } finally {
    await sql.end();
  }
  const calls = Array.from(
    { length: 64 },
    (_, n): VoucherCodeCall => ({
      ...namedBy(customer.email),
      ...{ storeId: store.id, storeCode: store.code },
      ...{ channel: null, invoiceNumber: null, extraData: null, requestId: null },
      ...{ key: `k${n}`, fingerprint: "f", allowedStores: null, actor: "token:1" },
      ...guessesOfToken(),
      redemption: n + 1,
      voucherCode: `V${n * 101 + 1}`,
      voucherTemplate: template,
    }),
  );
  return { place: { merchantId: merchant.id, offsetMs: 0 }, calls };
}

let rows: Awaited<ReturnType<typeof manyVouchers>>;
beforeAll(async () => {
  rows = await manyVouchers();
});

test.each(textNames)("the general plan (%s) reads a few rows for each call", async (text) => {
  expect.hasAssertions();
  const { place, calls } = rows;
  const { url } = t.open;
  const statement = redeemVoucherCodes;
  await expectFewRows({ url, statement, place, calls, changes: "vouchers" }, text);
});
