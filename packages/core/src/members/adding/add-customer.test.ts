import { expect, test } from "vitest";
import { adjustStamps } from "../../earning/awards/index.ts";
import { runAudit } from "../../foundation/audit/index.ts";
import { getCustomer } from "../../people/customers/index.ts";
import { redeemReward } from "../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { interrupted, meansFor, plain, refusalOf } from "../../testing/index.ts";
import { addCustomer, type NewCustomer } from "../index.ts";

const t = harnessOfFile();

const nobody: NewCustomer = {
  name: "Ani",
  email: null,
  mobileNumber: null,
  memberId: null,
  gender: "",
  address: "",
  birthday: null,
};
const ani = {
  ...nobody,
  email: " Ani@Example.com ",
  mobileNumber: "0811 222 333",
  memberId: " A1 ",
};

test("somebody new has an empty membership from today on, and can earn and redeem", async () => {
  const merchant = await t.given.merchant({ timezone: "Pacific/Kiritimati" });
  const store = await t.given.store(merchant);
  const reward = await t.given.reward(merchant);
  const ctx = t.as(merchant);
  const { id } = await addCustomer(ctx, { ...ani, birthday: "1990-02-28", notes: "Nut allergy" });
  const { customer, membership, notes } = await getCustomer(ctx, id);
  expect(customer).toMatchObject({
    name: "Ani",
    email: "ani@example.com",
    mobileNumber: "+62811222333",
    memberId: "A1",
    birthday: "1990-02-28",
    isActive: true,
  });
  expect(notes).toBe("Nut allergy");
  const today = new Intl.DateTimeFormat("sv", { timeZone: merchant.timezone }).format(new Date());
  expect(membership).toMatchObject({ level: 100, status: 100, stamps: 0, startDate: today });
  await adjustStamps(ctx, { customerId: id, delta: 2, reason: "welcome" });
  const call = {
    ...plain,
    user: "ani@example.com",
    store: store.id,
    reward: reward.id,
    qty: 1,
    stamps: null,
  };
  expect((await redeemReward(ctx, call)).redemption.stampsUsed).toBe(2);
  expect(await runAudit(t.db, merchant.id)).toEqual([]);
});

test("D17: who is added has a Member ID and a referral code, as who registers", async () => {
  const merchant = await t.given.merchant();
  const ctx = t.as(merchant);
  const people = [nobody, nobody, { ...nobody, memberId: "A1" }];
  const added = await Promise.all(
    people.map(async (one) => getCustomer(ctx, (await addCustomer(ctx, one)).id)),
  );
  const memberIds = added.map(({ customer }) => customer.memberId);
  expect(memberIds).toEqual([
    ...[expect.stringMatching(/^M\d{10}$/), expect.stringMatching(/^M\d{10}$/), "A1"],
  ]);
  expect(new Set(memberIds).size).toBe(3);
  const codes = added.map(({ membership }) => membership.referralCode);
  expect(codes).toEqual(codes.map(() => expect.stringMatching(/^[0-9A-Z]{16}$/)));
  expect(new Set(codes).size).toBe(3);
  for (const { customer } of added)
    expect(await meansFor(ctx, customer.memberId ?? "")).toBe(customer.id);
});

test("D17: a made Member ID that is taken is made anew", async () => {
  const merchant = await t.given.merchant();
  const digits = ["000000001", "000000001", "000000002"];
  const secrets = { ...t.deps.secrets, newMemberDigits: () => digits.shift() ?? "" };
  const ctx = { ...t.as(merchant), secrets };
  const first = await addCustomer(ctx, nobody);
  const second = await addCustomer(ctx, nobody);
  const idOf = async ({ id }: { readonly id: number }) =>
    (await getCustomer(ctx, id)).customer.memberId;
  expect([await idOf(first), await idOf(second)]).toEqual(["M0000000018", "M0000000026"]);
});

test.each([
  ["no name", { name: " " }, "name", "required"],
  ["what is no email", { email: "ani" }, "email", "invalid"],
  ["what is no number", { mobileNumber: "12" }, "mobileNumber", "invalid_mobile_number"],
  ["another's email", { email: "ANI@example.com" }, "email", "invalid"],
  ["another's number", { mobileNumber: "+62811222333" }, "mobileNumber", "invalid"],
  ["another's Member ID", { memberId: "A1" }, "memberId", "invalid"],
])("%s is refused at its field, and nothing stays", async (_, change, field, code) => {
  const merchant = await t.given.merchant();
  await addCustomer(t.as(merchant), ani);
  const before = await t.rows(merchant);
  const refused = addCustomer(t.as(merchant), { ...nobody, ...change });
  expect(await refusalOf(refused)).toMatchObject({ field, code });
  expect(await t.written(merchant, before)).toEqual({});
});

test("of two at once with one email one is added, and another merchant's is no matter", async () => {
  const [merchant, other] = [await t.given.merchant(), await t.given.merchant()];
  await addCustomer(t.as(other), ani);
  const meanwhile = interrupted(t.as(merchant), () => addCustomer(t.as(merchant), ani));
  expect(await refusalOf(addCustomer(meanwhile, { ...ani, name: "Budi" }))).toMatchObject({
    field: "email",
  });
  expect((await t.rows(merchant)).get("memberships")?.size).toBe(1);
});

test("what the previous version kept under a key is replayed, for the same request only", async () => {
  const merchant = await t.given.merchant();
  const outcome = { frame: {}, changed: { id: 7 } };
  await t.given.outcome(merchant, { operation: "customers.add", key: "k", outcome });
  const before = await t.rows(merchant);
  const ctx = t.keyed(merchant, "k");
  expect(await addCustomer(ctx, ani)).toEqual({ id: 7 });
  expect(ctx.replays()).toBe(1);
  expect(await refusalOf(addCustomer(t.keyed(merchant, "k", "other"), ani))).toMatchObject({
    code: "idempotency_key_reused",
  });
  expect(await t.written(merchant, before)).toEqual({});
});
