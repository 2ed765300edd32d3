import { GuardRefused, schema } from "@stampbook/db";
import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import {
  guardless,
  runFor,
  running,
  together,
  twoProcesses,
  whileItWaits,
} from "../../testing/index.ts";
import { openCounter } from "./add-customer.cases.ts";
import { addCustomer, additions, type NewCustomer } from "./add-customer.ts";

// closes the database without an audit: a statement without its guard leaves wrong rows
const t = harnessOfFile({ isAudited: false });

const { statement } = additions;
const areFree = /\('(?:email|mobileNumber|memberId)' = any \(taken\.fields\)\) is not true/g;
const lets = (text: RegExp) => guardless(guardless(statement)(areFree, "true"))(text);
const refused = expect.any(GuardRefused);

const nobody: NewCustomer = {
  ...{ name: "Ani", gender: "", address: "", birthday: null },
  ...{ email: null, mobileNumber: null, memberId: null },
};

async function setting() {
  const { merchant, call } = await openCounter(t);
  const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
  const count = async (table: "idempotencyKeys" | "memberships") =>
    (await t.rows(merchant)).get(table)?.size ?? 0;
  return { merchant, call, run, count };
}

describe("calls of two processes", () => {
  const insertsOnce = / on conflict do nothing(?= returning id)/;
  describe.each([
    ["email", { email: "ani@example.com" }],
    ["mobile number", { mobileNumber: "+6281200000401" }],
    ["Member ID", { memberId: "A-1" }],
  ])("100 with one %s", (_, same) => {
    test.each([
      ["one customer is added, the others are refused", statement, { done: 1, invalid: 99 }],
      [
        "without the guards the database fails the others",
        lets(insertsOnce),
        { done: 1, 23505: 99 },
      ],
    ])("%s", async (_, one, answers) => {
      const { merchant, count } = await setting();
      const processes = twoProcesses(t).map((process) => running(process, one));
      const counted = await together(processes, 100, (writing, n) =>
        addCustomer({ ...t.as(merchant), writing }, { ...nobody, memberId: `B-${n}`, ...same }),
      );
      expect(counted).toEqual(answers);
      expect(await count("memberships")).toBe(1);
    });
  });

  test.each([
    ["with one key are one customer", true, 1],
    ["without keys are 10 customers", false, 10],
  ])("10 calls %s", async (_, isKeyed, customers) => {
    const { merchant, count } = await setting();
    const counted = await together(twoProcesses(t), 10, (writing) => {
      const ctx = isKeyed ? t.keyed(merchant, "k") : t.as(merchant);
      return addCustomer({ ...ctx, writing }, nobody);
    });
    expect(counted).toEqual({ done: 10 });
    expect(await count("memberships")).toBe(customers);
  });
});

const mobileNumber = "+6281200000401";

describe("the digits of a new id", () => {
  const isTaken = " or coalesce(by_id.customer_id, by_number.customer_id) is not null";
  const unless = guardless(statement)(new RegExp(isTaken.replace(/[().]/g, "\\$&")));
  test.each([
    ["are a Member ID: it is not done", "memberId", statement, [false]],
    ["are a Member ID: without the guard it is", "memberId", unless, [true]],
    ["read as a mobile number: it is not done", "number", statement, [false]],
    ["read as a mobile number: without the guard it is", "number", unless, [true]],
  ])("%s", async (_, kind, one, done) => {
    const { merchant, call, run } = await setting();
    const only = await call({ call: { idAsNumber: mobileNumber } });
    const memberId = String(only.customer);
    await t.given.customer(merchant, kind === "memberId" ? { memberId } : { mobileNumber });
    expect(await run(one, [only])).toEqual(done);
  });

  test("are not another customer's: it is done", async () => {
    const { merchant, call, run } = await setting();
    await t.given.customer(merchant, { mobileNumber });
    expect(await run(statement, [await call({ call: { idAsNumber: "+6281200000402" } })])).toEqual([
      true,
    ]);
  });
});

test.each([
  ["is not done", statement, [false]],
  ["without the guard is", guardless(statement)(/\(c\.member_id is null or /, "("), [true]],
])("D17: a call whose Member ID is still to be made %s", async (_, one, done) => {
  const { call, run } = await setting();
  expect(await run(one, [await call({ call: { memberId: null } })])).toEqual(done);
});

test("a new customer gets the lowest level of the merchant, not of another merchant", async () => {
  const another = await t.given.merchant();
  await t.db.insert(schema.levels).values({ merchantId: another.id, level: 1, name: "Lowest" });
  const { call, run } = await setting();
  expect(await run(statement, [await call()])).toEqual([true]);
});

describe("what another transaction writes while the statement waits", () => {
  const has = (table: string, columns: string, values: string) => ({
    lock: `insert into ${table} (merchant_id, ${columns}) values ($1, ${values})`,
    change: "select $1::bigint",
  });
  const email = "ani@example.com";
  const sameEmail = has("customers", "id, name, email", `900001, 'Ani', '${email}'`);
  const withEmail = {
    call: { email, identifiers: [{ form: "email", value: email, isReserved: false }] },
  };
  const keyed = { call: { ...withEmail.call, key: "k", fingerprint: "f" } };
  const insertsAlways = guardless(statement)(/on conflict do nothing(?= returning id)/);
  const keepsKeys = guardless(statement)(
    /case when \(select count\(\*\) from owned\) = .*? end(?= and )/,
    "true",
  );
  test.each([
    ["the call is not done", statement, withEmail, [false], 0],
    ["without the guard the statement fails", insertsAlways, withEmail, "23505", 0],
    ["the key of the call is rolled back", statement, keyed, refused, 0],
    ["without the guard the key stays without an outcome", keepsKeys, keyed, [false], 1],
  ])("a customer with its email: %s", async (_, one, parts, done, keys) => {
    const { merchant, call, run, count } = await setting();
    const only = await call(parts);
    const sending = () => run(one, [only], "wait");
    expect(await whileItWaits(t, merchant.id, sameEmail, sending)).toEqual(done);
    expect(await count("idempotencyKeys")).toBe(keys);
  });

  test.each([
    ["it is rolled back", statement, refused, 1],
    [
      "without the guard the customer is added without it",
      additions.without({ end: true }),
      [true],
      2,
    ],
  ])("the number that its Member ID reads as: %s", async (_, one, done, customers) => {
    const { merchant, call, run, count } = await setting();
    const { id } = await t.given.customer(merchant);
    const sameNumber = has(
      "customer_identifiers",
      "form, value, customer_id",
      `'mobileNumber', '${mobileNumber}', ${id}`,
    );
    const identifiers = [{ form: "mobileNumber", value: mobileNumber, isReserved: true }];
    const only = await call({ call: { otherMemberIds: ["081200000401"], identifiers } });
    const sending = () => run(one, [only], "wait");
    expect(await whileItWaits(t, merchant.id, sameNumber, sending)).toEqual(done);
    expect(await count("memberships")).toBe(customers);
  });
});
