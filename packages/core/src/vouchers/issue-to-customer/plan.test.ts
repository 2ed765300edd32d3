import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFewRows,
  keepManyOutcomes,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../testing/index.ts";
import { type IssueToCustomerCall, issuesToCustomers, operation } from "./issue-to-customer.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
// Closes the database without an audit, which would report customers who are not found by their emails.
afterAll(() => t?.open.close());

/** Makes 8,000 customers and 64 calls that issue a voucher to some of them. */
async function manyCustomers() {
  const merchant = await t.given.merchant();
  const { id: template } = await t.given.template(merchant);
  await keepManyOutcomes(t.open.url, merchant.id, operation, ["customers", "vouchers"]);
  const sql = await openFillClient(t.open.url);
  try {
    await sql`insert into customers (merchant_id, id, member_id, name, email)
      select ${merchant.id}::bigint, n, 'M' || n, 'Customer ' || n, n || '@example.com'
      from generate_series(1, 8000) n`;
    await sql`insert into customer_identifiers (merchant_id, form, value, customer_id)
      select ${merchant.id}::bigint, 'memberId', 'M' || n, n from generate_series(1, 8000) n`;
  } finally {
    await sql.end();
  }
  const calls = Array.from({ length: 64 }, (_, n): IssueToCustomerCall => {
    const vouchers = [{ id: n + 1, code: `V${n}`, templateId: template }];
    return {
      ...{ memberId: `M${n * 100 + 1}`, email: null, mobileNumber: null, firstId: null },
      ...{ customer: null, template, startDate: null, today: null, notes: null },
      ...{ value: null, transaction: null, vouchers },
      ...{ auditId: n + 1, actor: "token:1", subject: "voucher template", reason: null },
      ...{ address: null, key: `k${n}`, fingerprint: "f" },
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
  const { url } = t.open;
  const small = ["merchants", "voucher_templates"];
  const statement = { statement: issuesToCustomers, changes: "vouchers", small, scans: 8 };
  await expectFewRows({ url, ...rows, ...statement }, text);
});
