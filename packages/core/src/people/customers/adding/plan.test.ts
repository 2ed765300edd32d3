import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFewRows,
  keepManyOutcomes,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../../testing/index.ts";
import { type AddCall, additions, operation } from "./add-customer.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
// Closes the database without an audit: these customers have no memberships.
afterAll(() => t?.open.close());

/** Makes 8,000 customers with identifiers, and 64 calls that add more customers. */
async function manyCustomers() {
  const merchant = await t.given.merchant();
  const tables = ["customers", "customer_identifiers", "memberships"];
  await keepManyOutcomes(t.open.url, merchant.id, operation, tables);
  const sql = await openFillClient(t.open.url);
  try {
    await sql`insert into customers (merchant_id, id, name, email)
      select ${merchant.id}::bigint, n, 'Customer ' || n, n || '@example.com'
      from generate_series(1, 8000) n`;
    await sql`insert into customer_identifiers (merchant_id, form, value, customer_id)
      select ${merchant.id}::bigint, 'email', n || '@example.com', n from generate_series(1, 8000) n`;
  } finally {
    await sql.end();
  }
  const calls = Array.from({ length: 64 }, (_, n): AddCall => {
    const email = `new${n}@example.com`;
    return {
      ...{ customer: 30_000 + n, idAsNumber: null, name: "Ani", email },
      ...{ mobileNumber: null, memberId: `A-${n}`, otherMemberIds: [], referralCode: "OWN" },
      ...{ gender: "", postalAddress: "", birthday: null, notes: "" },
      identifiers: [{ form: "email", value: email, isReserved: false }],
      ...{ details: {}, auditId: n + 1, actor: "token:1", subject: "customer" },
      ...{ reason: null, address: null, key: `k${n}`, fingerprint: "f" },
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
  const statement = {
    statement: additions,
    changes: "customers",
    scans: 5,
    small: ["merchants", "levels"],
  };
  await expectFewRows({ url, ...rows, ...statement }, text);
});
