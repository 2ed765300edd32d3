import { openClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFewRows,
  guessesOfToken,
  keepManyOutcomes,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../testing/index.ts";
import { operation, type RegistrationCall, registrations } from "./register-members.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
// Closes the database without an audit: these customers have no ledger.
afterAll(() => t?.open.close());

/** Makes 8,000 members with identifiers and referral codes, and 64 calls that register more members. */
async function manyMembers() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const tables = ["customers", "customer_identifiers", "memberships"];
  await keepManyOutcomes(t.open.url, merchant.id, operation, tables);
  const sql = openClient(t.open.url);
  try {
    await sql`insert into customers (merchant_id, id, name, email)
      select ${merchant.id}::bigint, n, 'Customer ' || n, n || '@example.com'
      from generate_series(1, 8000) n`;
    await sql`insert into customer_identifiers (merchant_id, form, value, customer_id)
      select ${merchant.id}::bigint, 'email', n || '@example.com', n from generate_series(1, 8000) n`;
    await sql`insert into memberships (merchant_id, customer_id, level, referral_code)
      select ${merchant.id}::bigint, n, 100, 'R' || n from generate_series(1, 8000) n`;
  } finally {
    await sql.end();
  }
  const calls = Array.from({ length: 64 }, (_, n): RegistrationCall => {
    const [email, memberId] = [`new${n}@example.com`, `A-${n}`];
    return {
      ...{ customer: 30_000 + n, idAsNumber: null, name: "Ayu", email, mobileNumber: null },
      ...{ memberId, otherMemberIds: [], gender: "", postalAddress: "", birthday: null },
      identifiers: [
        { form: "email", value: email, isReserved: false },
        { form: "memberId", value: memberId, isReserved: false },
      ],
      ...{ details: {}, auditId: n + 1, actor: "token:1", subject: "customer", reason: null },
      ...{ address: null, key: `k${n}`, fingerprint: "f", postalCode: "" },
      ...{ notes: "", isActive: true, emailIsVerified: false, phoneIsVerified: false },
      ...{ allowNewsletters: null, allowSmsMarketing: null, allowWhatsappMarketing: null },
      ...{ registrationStatus: "Full", registrationMethod: null, employeeCode: null },
      ...{ extraData: null, hasStore: true, storeId: store.id, storeCode: store.code },
      ...{ allowedStores: null, referredBy: `R${n * 100 + 1}`, referralCode: `OWN${n}` },
      ...{ messageTemplate: null, notices: [], spendings: [], isIncomplete: false },
      ...{ passwordVerifier: null, pinVerifier: "verifier", ...guessesOfToken() },
    };
  });
  return { place: { merchantId: merchant.id, offsetMs: 0 }, calls };
}

let rows: Awaited<ReturnType<typeof manyMembers>>;
beforeAll(async () => {
  rows = await manyMembers();
});

test.each(textNames)(
  "the general plan (%s) of a registration reads a few rows for each call",
  async (text) => {
    expect.hasAssertions();
    const { url } = t.open;
    const statement = {
      ...{ statement: registrations, changes: "customers", scans: 12 },
      small: ["merchants", "levels", "stores"],
    };
    await expectFewRows({ url, ...rows, ...statement }, text);
  },
);
