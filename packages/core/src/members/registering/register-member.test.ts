import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { guardless, runFor } from "../../testing/index.ts";
import { openDesk } from "./register-member.cases.ts";
import { registrations } from "./register-member.ts";

// closes the database without an audit: a statement without its guard leaves wrong rows
const t = harnessOfFile({ isAudited: false });

const { statement } = registrations;
const without = guardless(statement);

async function setting() {
  const desk = await openDesk(t);
  const { id: merchantId } = desk.merchant;
  const rowsOf = async (table: "customers" | "passwords" | "pins") =>
    t.db.select().from(schema[table]).where(eq(schema[table].merchantId, merchantId));
  return { ...desk, rowsOf, run: runFor(t, { merchantId, offsetMs: 0 }) };
}

describe("calls of one batch", () => {
  test("have each their own store and referrer, and the merchant's consents or their own", async () => {
    const { merchant, call, run, rowsOf } = await setting();
    const { id: merchantId } = merchant;
    const { merchants, customers } = schema;
    await t.db
      .update(merchants)
      .set({ marketingDefault: true })
      .where(eq(merchants.id, merchantId));
    const friend = await t.given.customer(merchant, {}, { referralCode: "FRIEND" });
    const calls = [
      await call({ call: { allowNewsletters: false } }),
      await call({ call: { storeId: null, storeCode: null, referredBy: "FRIEND" } }),
    ];
    expect(await run(statement, calls)).toEqual([true, true]);
    const people = (await rowsOf("customers")) as (typeof customers.$inferSelect)[];
    const added = calls.map(({ customer }) => people.find(({ id }) => id === customer));
    expect(added).toMatchObject([
      { registeringStoreId: calls[0]?.storeId, referrerId: null, allowNewsletters: false },
      { registeringStoreId: null, referrerId: friend.id, allowNewsletters: true },
    ]);
  });

  test("have each their own password and PIN", async () => {
    const { call, run, rowsOf } = await setting();
    const calls = [
      await call({ call: { passwordVerifier: "password of one", pinVerifier: "PIN of one" } }),
      await call({ call: { passwordVerifier: "password of two" } }),
      await call({ call: { pinVerifier: "PIN of three" } }),
    ];
    const [one, two, three] = calls.map(({ customer }) => customer);
    expect(await run(statement, calls)).toEqual([true, true, true]);
    const verifiersIn = async (table: "passwords" | "pins") =>
      (await rowsOf(table))
        .map((row) => "verifier" in row && [row.customerId, row.verifier])
        .sort();
    expect(await verifiersIn("passwords")).toEqual([
      [one, "password of one"],
      [two, "password of two"],
    ]);
    expect(await verifiersIn("pins")).toEqual([
      [one, "PIN of one"],
      [three, "PIN of three"],
    ]);
  });
});

describe("what a call does not bring is not written", () => {
  test.each([
    ["a password", / where c\.password_verifier is not null/],
    ["a PIN", / where c\.pin_verifier is not null/],
  ])("%s", async (_, guard) => {
    const { call, run } = await setting();
    expect(await run(statement, [await call()])).toEqual([true]);
    expect(await run(without(guard), [await call()])).toBe("23502");
  });
});

test.each([
  ["is not done", statement, [false]],
  ["without the guard is", without(/ or c\.is_incomplete/), [true]],
])("a call without its verifiers %s", async (_, one, done) => {
  const { call, run } = await setting();
  expect(await run(one, [await call({ call: { isIncomplete: true } })])).toEqual(done);
});

test.each([
  ["is nobody's", statement, [false]],
  ["without the guard is every member's", without(/ and r\.referral_code <> ''/), [true]],
])("the empty referral code %s", async (_, one, done) => {
  const { merchant, call, run } = await setting();
  await t.given.customer(merchant);
  expect(await run(one, [await call({ call: { referredBy: "" } })])).toEqual(done);
});

test("a merchant that does not refuse common PINs takes one", async () => {
  const { merchant, call, run } = await setting();
  const { merchants } = schema;
  const only = await call({ call: { isPinCommon: true, pinVerifier: "PIN" } });
  expect(await run(statement, [only])).toEqual([false]);
  await t.db.update(merchants).set({ pinRefuseCommon: false }).where(eq(merchants.id, merchant.id));
  expect(await run(statement, [only])).toEqual([true]);
});
