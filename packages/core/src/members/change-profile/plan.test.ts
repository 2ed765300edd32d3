import { openFillClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFewRows,
  guessesOfToken,
  keepManyOutcomes,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../testing/index.ts";
import { type ChangeProfileCall, operation, profileChanges } from "./change-profile.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
// Closes the database without an audit: these members have stamps, but no ledger entries.
afterAll(() => t?.open.close());

/** Makes 8,000 members, and 64 calls that give some of them a new email. */
async function manyMembers() {
  const merchant = await t.given.merchant();
  await keepManyOutcomes(t.open.url, merchant.id, operation, ["customers", "memberships"]);
  const sql = await openFillClient(t.open.url);
  try {
    await sql`insert into customers (merchant_id, id, member_id, name, email)
      select ${merchant.id}::bigint, n, 'M' || n, 'Customer ' || n, n || '@example.com'
      from generate_series(1, 8000) n`;
    await sql`insert into customer_identifiers (merchant_id, form, value, customer_id)
      select ${merchant.id}::bigint, 'memberId', 'M' || n, n from generate_series(1, 8000) n`;
    await sql`insert into memberships (merchant_id, customer_id, level, stamps)
      select ${merchant.id}::bigint, n, 100, 10 from generate_series(1, 8000) n`;
  } finally {
    await sql.end();
  }
  const callOf = (n: number): ChangeProfileCall => {
    const [id, email] = [n * 100 + 1, `new-${n}@example.com`];
    const contacts = { email: `${id}@example.com`, mobileNumber: null, memberId: `M${id}` };
    return {
      ...{ memberId: `M${id}`, email: null, mobileNumber: null, firstId: null, customer: null },
      computedFrom: {
        ...{ name: `Customer ${id}`, gender: "", address: "", postalCode: "", birthday: null },
        ...{ notes: "", emailIsVerified: false, phoneIsVerified: false },
        ...{ ...contacts, otherMemberIds: [], registrationStatus: "Full", extraData: null },
        ...{ allowNewsletters: false, allowSmsMarketing: false, allowWhatsappMarketing: false },
      },
      ...{ changes: { email }, claimed: [{ form: "email", value: email, isReserved: false }] },
      ...{ freed: [{ form: "email", value: contacts.email }], hasIdentifiers: true },
      ...{ notices: [], spendings: [], details: {}, ...guessesOfToken() },
      ...{ auditId: n + 1, actor: "token:1", subject: "", reason: null, address: null },
      ...{ key: `k${n}`, fingerprint: "f" },
    };
  };
  const calls = Array.from({ length: 64 }, (_, n) => callOf(n));
  return { place: { merchantId: merchant.id, offsetMs: 0 }, calls };
}

let rows: Awaited<ReturnType<typeof manyMembers>>;
beforeAll(async () => {
  rows = await manyMembers();
});

test.each(textNames)(
  "the general plan (%s) of a changed profile reads a few rows",
  async (text) => {
    expect.hasAssertions();
    const { url } = t.open;
    const statement = { statement: profileChanges, changes: "customers", scans: 11 };
    await expectFewRows({ url, ...rows, ...statement }, text);
  },
);
