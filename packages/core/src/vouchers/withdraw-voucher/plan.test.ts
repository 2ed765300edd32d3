import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFewRows,
  keepManyOutcomes,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../testing/index.ts";
import { operation, type WithdrawalCall, withdrawals } from "./withdraw-voucher.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});

afterAll(() => t?.close());

/** Makes 8,000 vouchers, and 64 calls that withdraw some of them. */
async function manyVouchers() {
  const merchant = await t.given.merchant();
  const { id: template } = await t.given.template(merchant);
  await keepManyOutcomes(t.open.url, merchant.id, operation, ["vouchers"]);
  const sql = await openFillClient(t.open.url);
  try {
    await sql`insert into vouchers (merchant_id, id, voucher_template_id, code, code_key)
      select ${merchant.id}::bigint, n, ${template}::bigint, 'V' || n, 'V' || n
      from generate_series(1, 8000) n`;
  } finally {
    await sql.end();
  }
  const calls = Array.from(
    { length: 64 },
    (_, n): WithdrawalCall => ({
      ...{ voucher: n * 100 + 1, auditId: n + 1, actor: "token:1", subject: "voucher" },
      ...{ reason: "a test", address: null, key: `k${n}`, fingerprint: "f" },
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
  const { url } = t.open;
  const statement = { statement: withdrawals, changes: "vouchers", scans: 3 };
  await expectFewRows({ url, ...rows, ...statement }, text);
});
