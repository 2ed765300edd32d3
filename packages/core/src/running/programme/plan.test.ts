import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFewRows,
  keepManyOutcomes,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../testing/index.ts";
import { type MethodCall, operation, savePaymentMethods } from "./save-payment-method.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
afterAll(() => t?.close());

/** Makes 8,000 methods of payment, and 64 calls that change some of them. */
async function manyMethods() {
  const merchant = await t.given.merchant();
  await keepManyOutcomes(t.open.url, merchant.id, operation, ["payment_methods"]);
  const sql = await openFillClient(t.open.url);
  try {
    await sql`insert into payment_methods (merchant_id, code_key, code, name)
      select ${merchant.id}::bigint, 'P' || n, 'P' || n, 'Payment' from generate_series(1, 8000) n`;
  } finally {
    await sql.end();
  }
  const calls = Array.from({ length: 64 }, (_, n): MethodCall => {
    const code = `P${n * 100 + 1}`;
    return {
      ...{ code, codeKey: code, name: "Changed", earns: false },
      ...{ auditId: n + 1, actor: "token:1", subject: `payment method ${code}`, reason: null },
      ...{ address: null, key: `k${n}`, fingerprint: "f" },
    };
  });
  return { place: { merchantId: merchant.id, offsetMs: 0 }, calls };
}

let rows: Awaited<ReturnType<typeof manyMethods>>;
beforeAll(async () => {
  rows = await manyMethods();
});

test.each(textNames)("the general plan (%s) reads a few rows for each call", async (text) => {
  expect.hasAssertions();
  const { url } = t.open;
  const explaining = { url, ...rows, statement: savePaymentMethods, changes: "payment_methods" };
  await expectFewRows({ ...explaining, small: [], scans: text === "plain" ? 3 : 4 }, text);
});
