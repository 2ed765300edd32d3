import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  guardless,
  guessesOfToken,
  type OpenHarness,
  openHarness,
  runFor,
} from "../../testing/index.ts";
import { type RegistrationCall, registrations } from "./register-members.sql.ts";

// Tests the guards that a registration adds to those of `customers/adding`. A guard is an SQL condition that
// protects a write. Each test runs the statement with the guard and without it. Without it the wrong effect
// must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

const without = guardless(registrations);
const { guessSubject } = guessesOfToken();

/** Makes a merchant with a store. `call` returns a call that registers a member. */
async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const call = async (changes: Partial<RegistrationCall> = {}): Promise<RegistrationCall> => {
    const customer = await t.deps.ids.take(merchant.id, "customers");
    return {
      ...{ customer, auditId: await t.deps.ids.take(merchant.id, "audit_entries") },
      ...{ idAsNumber: null, name: "Ayu", email: null, mobileNumber: null },
      ...{ memberId: `A-${customer}`, otherMemberIds: [], gender: "", postalAddress: "" },
      ...{ birthday: null, identifiers: [], details: {}, actor: "token:1", subject: "customer" },
      ...{ reason: null, address: null, key: null, fingerprint: null, postalCode: "" },
      ...{ notes: "", isActive: true, emailIsVerified: false, phoneIsVerified: false },
      ...{ allowNewsletters: null, allowSmsMarketing: null, allowWhatsappMarketing: null },
      ...{ registrationStatus: "Full", registrationMethod: null, employeeCode: null },
      ...{ extraData: null, hasStore: false, storeId: null, storeCode: "", allowedStores: null },
      ...{ referredBy: null, referralCode: "OWN", messageTemplate: null, notices: [] },
      ...{ spendings: [], isIncomplete: false, passwordVerifier: null, pinVerifier: null },
      ...{ ...guessesOfToken(), ...changes },
    };
  };
  return { merchant, store, call, run: runFor(t, { merchantId: merchant.id, offsetMs: 0 }) };
}

type Setting = Awaited<ReturnType<typeof setting>>;

/** A call that a guard stops. `make` prepares the merchant's rows and returns values of the call. */
type Case = {
  readonly what: string;
  readonly guard: RegExp;
  readonly instead?: string;
  readonly make: (one: Setting) => Promise<Partial<RegistrationCall>>;
};

const canBeBirthday = /\(c\.birthday is null or c\.birthday between [^)]*\)/;

const cases: readonly Case[] = [
  {
    what: "it names a store that does not exist",
    guard: /\(not c\.has_store or \(\(s\.id is not null\).*?\(s\.is_active\)\)\)/,
    make: async () => ({ hasStore: true, storeId: 7, storeCode: "NOWHERE" }),
  },
  {
    what: "its store is closed",
    guard: /\(s\.is_active\)(?=\)\))/,
    make: async ({ merchant }) => {
      const { id } = await t.given.store(merchant, { isActive: false });
      return { hasStore: true, storeId: id };
    },
  },
  {
    what: "its store is not the token's",
    guard: /\(c\.allowed_stores is null or s\.id = any \(c\.allowed_stores\)\)/,
    make: async ({ merchant, store }) => ({
      ...{ hasStore: true, storeId: store.id },
      allowedStores: [(await t.given.store(merchant)).id],
    }),
  },
  {
    what: "nobody has the referral code",
    guard: /\(c\.referred_by is null or r\.customer_id is not null\)/,
    make: async () => ({ referredBy: "STRANGER" }),
  },
  {
    what: "it names no referral code, as members without one have it",
    guard: / and r\.referral_code <> ''/,
    instead: "",
    make: async ({ merchant }) => {
      await t.given.customer(merchant);
      return { referredBy: "" };
    },
  },
  {
    what: "its birthday is before 1900",
    guard: canBeBirthday,
    make: async () => ({ birthday: "1899-12-31" }),
  },
  {
    what: "its birthday is after today",
    guard: canBeBirthday,
    make: async () => ({ birthday: "2999-01-01" }),
  },
  {
    what: "a verifier is still to come",
    guard: /not c\.is_incomplete/,
    make: async () => ({ isIncomplete: true }),
  },
  {
    what: "a Member ID is still to be made",
    guard: /c\.member_id is not null/,
    make: async () => ({ memberId: null }),
  },
  {
    what: "its caller has guessed too often",
    guard: /coalesce\(g\.count < g\.most, true\)/,
    make: async ({ merchant }) => {
      const windowStart = new Date().toISOString();
      const row = { merchantId: merchant.id, subject: guessSubject, windowStart, count: 60 };
      await t.db.insert(schema.attemptCounters).values(row);
      return {};
    },
  },
];

describe.each(cases)("$what", ({ guard, instead = "true", make }) => {
  test.each([
    ["it is not done", registrations, [false]],
    ["without the guard it is", without(guard, instead), [true]],
  ])("%s", async (_, statement, done) => {
    const one = await setting();
    expect(await one.run(statement, [await one.call(await make(one))])).toEqual(done);
  });
});

describe("what a call does not bring is not written", () => {
  test.each([
    ["a password", /where c\.password_verifier is not null/],
    ["a PIN", /where c\.pin_verifier is not null/],
  ])("%s", async (_, guard) => {
    const { call, run } = await setting();
    expect(await run(registrations, [await call()])).toEqual([true]);
    expect(await run(without(guard), [await call()])).toBe("23502");
  });
});

test("calls of one batch have each their own store, referrer and secrets", async () => {
  const { merchant, store, call, run } = await setting();
  const friend = await t.given.customer(merchant, {}, { referralCode: "FRIEND" });
  const calls = [
    await call({ hasStore: true, storeId: store.id, pinVerifier: "pin" }),
    await call({ referredBy: "FRIEND", passwordVerifier: "password" }),
  ];
  expect(await run(registrations, calls)).toEqual([true, true]);
  const people = (await t.db.select().from(schema.customers)).filter(
    (row) => row.merchantId === merchant.id && row.id !== friend.id,
  );
  expect(people).toMatchObject([
    { id: calls[0]?.customer, registeringStoreId: store.id, referrerId: null },
    { id: calls[1]?.customer, registeringStoreId: null, referrerId: friend.id },
  ]);
  const pins = (await t.db.select().from(schema.pins)).filter(
    (row) => row.merchantId === merchant.id,
  );
  expect(pins).toMatchObject([{ customerId: calls[0]?.customer, verifier: "pin" }]);
});

test("each member of a batch gets the verifiers of their own call", async () => {
  const { merchant, call, run } = await setting();
  const calls = [
    await call({ passwordVerifier: "password of one", pinVerifier: "PIN of one" }),
    await call({ passwordVerifier: "password of two" }),
    await call({ pinVerifier: "PIN of three" }),
  ];
  const [one, two, three] = calls.map(({ customer }) => customer);
  expect(await run(registrations, calls)).toEqual([true, true, true]);
  const { passwords, pins } = schema;
  const verifiersIn = async (table: typeof passwords | typeof pins) => {
    const rows = await t.db.select().from(table).where(eq(table.merchantId, merchant.id));
    return Object.fromEntries(rows.map(({ customerId, verifier }) => [customerId, verifier]));
  };
  expect(await verifiersIn(passwords)).toEqual({
    [Number(one)]: "password of one",
    [Number(two)]: "password of two",
  });
  expect(await verifiersIn(pins)).toEqual({
    [Number(one)]: "PIN of one",
    [Number(three)]: "PIN of three",
  });
});
