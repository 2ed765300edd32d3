import { GuardRefused, schema } from "@stampbook/db";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { batchStatement, columnsOf } from "../../../foundation/writing/index.ts";
import {
  guardless,
  keyOf,
  type OpenHarness,
  openHarness,
  runFor,
  whileItWaits,
} from "../../../testing/index.ts";
import { testKeptKey } from "../../../testing/kept-key.ts";
import { type AddDone, type Addition, additionArms, additionColumns } from "./addition.sql.ts";

// Tests the guards of `additionArms`: SQL conditions that protect a write. Each test runs the statement with the
// guard and without it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

const operation = "members.register";
const additions = batchStatement<Addition, { readonly kept: null }, AddDone>(
  "add_customers_alone",
  columnsOf(additionColumns),
  (form) => additionArms({ operation }, form),
);
const without = guardless(additions);
const refused = expect.any(GuardRefused);

async function setting() {
  const merchant = await t.given.merchant();
  const newIds = async () => {
    const customer = await t.deps.ids.take(merchant.id, "customers");
    const auditId = await t.deps.ids.take(merchant.id, "audit_entries");
    return { customer, auditId, memberId: `A-${customer}` };
  };
  /** Makes a call that adds a customer without other identifiers. */
  const call = async (changes: Partial<Addition> = {}): Promise<Addition> => ({
    ...(await newIds()),
    ...{ idAsNumber: null, name: "Ani", email: null, mobileNumber: null, referralCode: "OWN" },
    ...{ otherMemberIds: [], gender: "", postalAddress: "", birthday: null, notes: "" },
    ...{ identifiers: [], details: {} },
    ...{ actor: "token:1", subject: "customer", reason: null, address: null },
    ...{ key: null, fingerprint: null },
    ...changes,
  });
  const keys = async () => (await t.rows(merchant)).get("idempotencyKeys")?.size ?? 0;
  const place = { merchantId: merchant.id, offsetMs: 0 };
  return { merchant, call, keys, run: runFor(t, place) };
}

const keyed = { key: "k", fingerprint: "f" };
const mobileNumber = "+6281200000401";
const reserved = {
  otherMemberIds: ["081200000401"],
  identifiers: [{ form: "mobileNumber", value: mobileNumber, isReserved: true }],
};

describe("calls of one batch that share a subject", () => {
  test.each([
    ["one is done", additions, [true, false]],
    [
      "without the guard the statement fails",
      without(/(?<=where )\(of_key = 1 [^)]*\)/, "true"),
      "21000",
    ],
  ])("a key: %s", async (_, statement, done) => {
    const { call, run } = await setting();
    expect(await run(statement, [await call(keyed), await call(keyed)])).toEqual(done);
  });

  test.each([
    ["one is done", additions, [true, false]],
    ["without the guard the statement fails", without(/x\.place > 1/, "false"), refused],
  ])("a reserved identifier: %s", async (_, statement, done) => {
    const { call, run } = await setting();
    expect(await run(statement, [await call(reserved), await call(reserved)])).toEqual(done);
  });
});

describe("the digits of a new id", () => {
  const isFree = / and coalesce\(own\.customer_id, p\.customer_id\) is null/;
  test.each([
    ["are a Member ID: it is not done", additions, [false]],
    ["are a Member ID: without the guard it is", without(isFree), [true]],
  ])("%s", async (_, statement, done) => {
    const { merchant, call, run } = await setting();
    const only = await call();
    await t.given.customer(merchant, { memberId: String(only.customer) });
    expect(await run(statement, [only])).toEqual(done);
  });

  test.each([
    ["read as a mobile number: it is not done", additions, [false]],
    ["read as a mobile number: without the guard it is", without(isFree), [true]],
  ])("%s", async (_, statement, done) => {
    const { merchant, call, run } = await setting();
    const only = await call({ idAsNumber: mobileNumber });
    await t.given.customer(merchant, { mobileNumber });
    expect(await run(statement, [only])).toEqual(done);
  });

  test("are not another customer's: it is done", async () => {
    const { merchant, call, run } = await setting();
    await t.given.customer(merchant, { mobileNumber });
    expect(await run(additions, [await call({ idAsNumber: "+6281200000402" })])).toEqual([true]);
  });
});

test.each([
  ["is not done", additions, [false]],
  ["without the guard is", without(/c\.member_id is not null/, "true"), [true]],
])("D17: a call whose Member ID is still to be made %s", async (_, statement, done) => {
  const { call, run } = await setting();
  expect(await run(statement, [await call({ memberId: null })])).toEqual(done);
});

test("a new customer gets the lowest level of the merchant, not of another merchant", async () => {
  const another = await t.given.merchant();
  await t.db.insert(schema.levels).values({ merchantId: another.id, level: 1, name: "Lowest" });
  const { call, run } = await setting();
  expect(await run(additions, [await call()])).toEqual([true]);
});

describe("what another transaction writes while the statement waits", () => {
  const email = "ani@example.com";
  const sameEmail = {
    lock: `insert into customers (merchant_id, id, name, email) values ($1, 900001, 'Ani', '${email}')`,
    change: "select $1::bigint",
  };
  const withEmail = { email, identifiers: [{ form: "email", value: email, isReserved: false }] };

  test.each([
    ["it is not done", additions, [false]],
    [
      "without the guard the statement fails",
      without(/on conflict do nothing(?= returning u\.id)/),
      "23505",
    ],
  ])("a customer with its email: %s", async (_, statement, done) => {
    const { merchant, call, run } = await setting();
    const only = await call(withEmail);
    const running = () => run(statement, [only], "wait");
    expect(await whileItWaits(t, merchant.id, sameEmail, running)).toEqual(done);
  });

  const keysAreUsed =
    /and \(select count\(\*\) from owned\) = \(select count\(\*\) from done where key is not null\)/;
  test.each([
    ["its key is rolled back", additions, refused, 0],
    ["without the guard its key stays without an outcome", without(keysAreUsed), [false], 1],
  ])("a customer with the email of a keyed call: %s", async (_, statement, done, left) => {
    const { merchant, call, run, keys } = await setting();
    const only = await call({ ...withEmail, ...keyed });
    const running = () => run(statement, [only], "wait");
    expect(await whileItWaits(t, merchant.id, sameEmail, running)).toEqual(done);
    expect(await keys()).toBe(left);
  });

  const allClaimed =
    /\(select count\(\*\) from claimed\) = \(select count\(\*\) from written w join wanted x on x\.n = w\.n\)/;
  test.each([
    ["it is rolled back", additions, refused, 1],
    ["without the guard the customer is added without it", without(allClaimed, "true"), [true], 2],
  ])("the number that its Member ID reads as: %s", async (_, statement, done, customers) => {
    const { merchant, call, run } = await setting();
    const { id } = await t.given.customer(merchant);
    const sameNumber = {
      lock: `insert into customer_identifiers (merchant_id, form, value, customer_id)
        values ($1, 'mobileNumber', '${mobileNumber}', ${id})`,
      change: "select $1::bigint",
    };
    const only = await call(reserved);
    const running = () => run(statement, [only], "wait");
    expect(await whileItWaits(t, merchant.id, sameNumber, running)).toEqual(done);
    expect((await t.rows(merchant)).get("memberships")?.size).toBe(customers);
  });

  const isOwned = /\(l\.key is null or exists \(select 1 from owned\)\)/;
  test.each([
    ["it is not done", additions, [false]],
    ["without the guard the statement fails", without(isOwned, "true"), refused],
  ])("its key: %s", async (_, statement, done) => {
    const { merchant, call, run } = await setting();
    const only = await call(keyed);
    const running = () => run(statement, [only], "wait");
    expect(await whileItWaits(t, merchant.id, keyOf(operation), running)).toEqual(done);
  });

  test.each([
    ["it is not done", additions, [false]],
    ["without the guard the statement fails", without(/for key share (?=\) l)/), "23503"],
  ])("the lowest level is deleted: %s", async (_, statement, done) => {
    const { merchant, call, run } = await setting();
    await t.db.insert(schema.levels).values({ merchantId: merchant.id, level: 1, name: "Lowest" });
    const only = await call();
    const lowest = {
      lock: "select 1 from levels where merchant_id = $1 and level = 1 for update",
      change: "delete from levels where merchant_id = $1 and level = 1",
    };
    const running = () => run(statement, [only], "wait");
    expect(await whileItWaits(t, merchant.id, lowest, running)).toEqual(done);
  });
});

testKeptKey(() => t, {
  statement: additions,
  locks: "levels",
  setting: async () => {
    const { call, ...rest } = await setting();
    return { ...rest, call: () => call(keyed) };
  },
});
