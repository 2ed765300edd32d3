import { schema } from "@stampbook/db";
import { describe, expect, test } from "vitest";
import { adjustStamps } from "../earning/awards/index.ts";
import { Secret } from "../foundation/secret.ts";
import { setPassword } from "../people/password/index.ts";
import { setPin, validatePin } from "../people/pin/index.ts";
import { redeemReward } from "../spending/redeeming/index.ts";
import { harnessOfFile } from "../testing/harness-of-file.ts";
import { type OpenHarness, plain, refusalOf } from "../testing/index.ts";
import { getMember } from "./get-member.ts";
import { getMemberByCard } from "./get-member-by-card.ts";

const t = harnessOfFile();

type CustomerRow = Parameters<OpenHarness["given"]["customer"]>[1];
type MembershipRow = Parameters<OpenHarness["given"]["customer"]>[2];

async function setting(
  { settings = {}, row = {} }: { settings?: object; row?: CustomerRow } = {},
  membership: MembershipRow = {},
) {
  const merchant = await t.given.merchant(settings);
  const customer = await t.given.customer(merchant, row, membership);
  return { merchant, customer, ctx: t.as(merchant) };
}

test("a member is found in all four forms, by a card in one", async () => {
  const row = { mobileNumber: "+6281239870001", memberId: "CARD-1", otherMemberIds: ["CARD-2"] };
  const { customer, ctx } = await setting({ row });
  for (const user of [customer.email, "CARD-1", "CARD-2", "0812 3987 0001", customer.id])
    expect((await getMember(ctx, user)).customer.id, `${user}`).toBe(customer.id);
  expect((await getMember(ctx, String(customer.id))).memberIds).toEqual(["CARD-1", "CARD-2"]);
  for (const card of ["CARD-1", "CARD-2", String(customer.id)])
    expect((await getMemberByCard(ctx, card)).customer.id).toBe(customer.id);
  for (const card of [customer.email, "081239870001"])
    expect(await refusalOf(getMemberByCard(ctx, card))).toMatchObject({ code: "invalid_data" });
});

test("who is unknown, anonymized or another merchant's is refused alike", async () => {
  const { customer, ctx } = await setting();
  const gone = await setting({ row: { anonymizedAt: "2026-01-01T00:00:00Z" } });
  const refusal = { code: "invalid_data", field: "__all__", message: "User not found" };
  expect(await refusalOf(getMember(ctx, "nobody@example.com"))).toMatchObject(refusal);
  expect(await refusalOf(getMember(gone.ctx, gone.customer.id))).toMatchObject(refusal);
  expect(await refusalOf(getMember(gone.ctx, customer.email))).toMatchObject(refusal);
});

test("without a Member ID the id stands in its place", async () => {
  const { merchant, ctx } = await setting();
  const id = 7_777;
  const mine = { merchantId: merchant.id, id, name: "Ani" };
  await t.db.insert(schema.customers).values(mine);
  await t.db
    .insert(schema.memberships)
    .values({ merchantId: merchant.id, customerId: id, level: 100 });
  expect((await getMember(ctx, id)).memberIds).toEqual(["7777"]);
});

test("a member says which secrets are set, and when the PIN is blocked", async () => {
  const { customer, ctx } = await setting({ settings: { pinMaxAttempts: 1 } });
  const user = customer.id;
  expect(await getMember(ctx, user)).toMatchObject({
    ...{ hasPin: false, isPinBlocked: false, hasPassword: false, needsAuthorization: false },
  });
  const pin = new Secret("135790");
  await setPin(ctx, { user, pin, confirmPin: pin });
  await setPassword(ctx, { user, newPassword: new Secret("correct horse battery") });
  expect(await getMember(ctx, user)).toMatchObject({
    ...{ hasPin: true, isPinBlocked: false, hasPassword: true },
  });
  await refusalOf(validatePin(ctx, { user, pin: new Secret("999999") }));
  expect(await getMember(ctx, user)).toMatchObject({ hasPin: true, isPinBlocked: true });
});

describe("a member may redeem", () => {
  test.each<[string, boolean, object, CustomerRow, MembershipRow]>([
    ["as an active member", true, {}, {}, {}],
    ["not while blocked", false, {}, {}, { isBlocked: true }],
    ["not while suspended", false, {}, {}, { status: 300 }],
    ["not while inactive", false, {}, { isActive: false }, {}],
    ["not while partial", false, {}, { registrationStatus: "Partial" }, {}],
    [
      "as a partial one if allowed",
      true,
      { partialMayRedeem: true },
      { registrationStatus: "Partial" },
      {},
    ],
  ])("%s", async (_, mayRedeem, settings, row, membership) => {
    const { customer, ctx } = await setting({ settings, row }, membership);
    expect((await getMember(ctx, customer.id)).mayRedeem).toBe(mayRedeem);
  });
});

describe("stamps that have expired", () => {
  const NEXT_DAY = "2027-03-02T00:30:00+07:00";

  test("are not shown, though no entry says so yet", async () => {
    const { customer, merchant } = await setting({}, { stamps: 5, nextExpiryOn: "2027-03-01" });
    const at = (moment: string) => t.as(merchant, { clockOffsetMs: t.offsetTo(moment) });
    await adjustStamps(at("2027-02-01T00:00:00Z"), {
      customerId: customer.id,
      delta: 3,
      reason: "test",
    });
    const stamps = async (moment: string) =>
      (await getMember(at(moment), customer.id)).membership.stamps;
    expect(await stamps("2027-03-01T23:30:00+07:00")).toBe(8);
    expect(await stamps(NEXT_DAY)).toBe(3);
    // the next change writes the expiry; the expired stamps are not subtracted twice
    await adjustStamps(at(NEXT_DAY), { customerId: customer.id, delta: 1, reason: "test" });
    expect(await stamps(NEXT_DAY)).toBe(4);
  });

  test("were spent first, so what is left is not subtracted", async () => {
    const { customer, merchant } = await setting({}, { stamps: 5, nextExpiryOn: "2027-03-01" });
    const at = (moment: string) => t.as(merchant, { clockOffsetMs: t.offsetTo(moment) });
    const early = at("2027-02-01T00:00:00Z");
    await adjustStamps(early, { customerId: customer.id, delta: 10, reason: "test" });
    const store = await t.given.store(merchant);
    const reward = await t.given.reward(merchant, { stampsToRedeem: 4 });
    const redeem = { ...plain, user: customer.id, store: store.id, reward: reward.id, qty: 1 };
    await redeemReward(early, { ...redeem, stamps: null });
    expect((await getMember(early, customer.id)).membership.stamps).toBe(11);
    expect((await getMember(at(NEXT_DAY), customer.id)).membership.stamps).toBe(10);
  });
});
