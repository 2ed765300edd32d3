import { describe, expect, test } from "vitest";
import { adjustStamps } from "../../earning/awards/index.ts";
import { listAuditEntries } from "../../foundation/audit/index.ts";
import type { Merchant } from "../../foundation/context.ts";
import { cancelRedemption, redeemReward } from "../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { interrupted, plain, refusalOf } from "../../testing/index.ts";
import { getOverview } from "./get-overview.ts";
import { savePolicy } from "./save-policy.ts";
import { type StoreFields, saveStore } from "./save-store.ts";
import { getPolicy, listStores } from "./settings.sql.ts";

const t = harnessOfFile();

const store: StoreFields = {
  code: "K1",
  name: "Kemang",
  displayName: "Kopi Kemang",
  area: "South Jakarta",
  address: "Jl Kemang Raya 1",
  phone: "021 719 0000",
  email: "kemang@example.com",
  timezone: "Asia/Jakarta",
  isActive: true,
  largestParty: 8,
  openingHours: { 1: [{ from: "08:00", to: "22:00" }] },
};

async function recordOf(merchant: Merchant) {
  const nothing = { from: null, to: null, action: null, actor: null, subject: null, text: null };
  const page = await listAuditEntries(t.as(merchant), { ...nothing, after: null, limit: 50 });
  return page.items.map(({ action, subject, details }) => ({ action, subject, details }));
}

describe("stores", () => {
  test("are opened with ids of their own over all merchants, many at once", async () => {
    const merchants = [
      await t.given.merchant(),
      await t.given.merchant(),
      await t.given.merchant(),
    ];
    const made = await Promise.all(
      merchants.map((merchant) => saveStore(t.as(merchant), { id: null, fields: store })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(3);
    for (const [at, merchant] of merchants.entries())
      expect(await listStores(t.as(merchant))).toEqual([
        { id: made[at]?.id, ...store, specialDays: [], slotMinutes: null, coversPerSlot: null },
      ]);
  });

  test("are changed on the record, and refused on the field that is wrong", async () => {
    const merchant = await t.given.merchant();
    const ctx = t.as(merchant);
    const { id } = await saveStore(ctx, { id: null, fields: store });
    const other = await saveStore(ctx, { id: null, fields: { ...store, code: "K2" } });
    await saveStore(ctx, { id, fields: store });
    await saveStore(ctx, { id, fields: { ...store, isActive: false, openingHours: null } });
    await saveStore(ctx, { id, fields: { ...store, isActive: false, openingHours: null } });
    const [entry, ...more] = await recordOf(merchant);
    expect(more).toHaveLength(2);
    expect(entry).toEqual({
      action: "settings.stores.update",
      subject: `store ${id}`,
      details: {
        isActive: { from: true, to: false },
        openingHours: { from: store.openingHours, to: null },
      },
    });
    const refused = async (fields: Partial<StoreFields>, of = other.id, as = ctx) =>
      (await refusalOf(saveStore(as, { id: of, fields: { ...store, ...fields } }))).field;
    expect(await refused({ code: "k1" })).toBe("code");
    // Node knows `PST` but not `posixrules`, PostgreSQL knows `posixrules` but not `PST`
    for (const timezone of ["Mars/Base", "WIB", "", "+07:00", "PST", "posixrules"])
      expect(await refused({ code: "K2", timezone })).toBe("timezone");
    await saveStore(ctx, { id: other.id, fields: { ...store, code: "K2", timezone: "UTC" } });
    expect(await refused({}, id, t.as(await t.given.merchant()))).toBe("id");
  });
});

test("a store's code with letters beyond ASCII is found without case, and is taken once", async () => {
  const merchant = await t.given.merchant();
  const ctx = t.as(merchant);
  const { id } = await saveStore(ctx, { id: null, fields: store });
  await saveStore(ctx, { id, fields: { ...store, code: "Caffè" } });
  const again = saveStore(ctx, { id: null, fields: { ...store, code: "CAFFÈ" } });
  expect(await refusalOf(again)).toMatchObject({ code: "invalid", field: "code" });
  const other = await saveStore(ctx, { id: null, fields: { ...store, code: "Olé" } });
  const { email } = await t.given.customer(merchant, {}, { stamps: 9 });
  const reward = await t.given.reward(merchant);
  const input = { ...plain, user: email, reward: reward.id, qty: 1, stamps: null };
  await redeemReward(ctx, { ...input, store: "caffÈ" });
  const { redemption } = await redeemReward(ctx, { ...input, store: "OLÉ" });
  const row = await t.db.query.redemptions.findFirst({
    where: (r, { and, eq }) => and(eq(r.merchantId, merchant.id), eq(r.id, redemption.id)),
  });
  expect(row?.storeId).toBe(other.id);
});

test("the policy changes what it names, on the record", async () => {
  const merchant = await t.given.merchant();
  const ctx = t.as(merchant);
  const before = await getPolicy(ctx);
  const after = await savePolicy(ctx, { pinMaxAttempts: 5, redemptionPinAuthorization: true });
  expect(after).toEqual({ ...before, pinMaxAttempts: 5, redemptionPinAuthorization: true });
  expect(await getPolicy(ctx)).toEqual(after);
  await savePolicy(ctx, { pinMaxAttempts: 5 });
  expect(await recordOf(merchant)).toEqual([
    {
      action: "settings.policy.update",
      subject: "policy",
      details: {
        pinMaxAttempts: { from: 3, to: 5 },
        redemptionPinAuthorization: { from: false, to: true },
      },
    },
  ]);
  expect(await getPolicy(t.as(await t.given.merchant()))).toEqual(before);
});

test("of two who change different settings at once, both stand, and each is told both", async () => {
  const merchant = await t.given.merchant();
  const ctx = t.as(merchant);
  const meanwhile = interrupted(ctx, () => savePolicy(ctx, { redemptionPinAuthorization: true }));
  const both = { otpTtlSeconds: 120, redemptionPinAuthorization: true };
  expect(await savePolicy(meanwhile, { otpTtlSeconds: 120 })).toMatchObject(both);
  expect(await getPolicy(ctx)).toMatchObject(both);
  expect((await recordOf(merchant)).map(({ details }) => details)).toEqual([
    { otpTtlSeconds: { from: 300, to: 120 } },
    { redemptionPinAuthorization: { from: false, to: true } },
  ]);
});

test("the overview counts a period's days, beside the same days a week before", async () => {
  const merchant = await t.given.merchant();
  const [here, there] = [await t.given.store(merchant), await t.given.store(merchant)];
  const customer = await t.given.customer(merchant, {}, { stamps: 100 });
  const reward = await t.given.reward(merchant, { stampsToRedeem: 2 });
  const template = await t.given.template(merchant);
  for (const endDate of ["2030-03-14", "2030-03-21", "2030-03-22", "2030-03-13"])
    await t.given.voucher(merchant, { voucherTemplateId: template.id, endDate });
  const at = (moment: string) => t.as(merchant, { clockOffsetMs: t.offsetTo(moment) });
  const redeem = (moment: string, where = here) =>
    redeemReward(at(moment), {
      ...plain,
      user: customer.email,
      store: where.id,
      reward: reward.id,
      qty: 1,
      stamps: null,
    });
  await redeem("2030-03-07T03:00:00Z");
  await redeem("2030-03-14T01:10:00Z");
  await redeem("2030-03-14T01:50:00Z", there);
  await redeem("2030-03-14T16:59:00Z");
  await redeem("2030-03-14T17:01:00Z");
  const { redemption } = await redeem("2030-03-14T02:00:00Z");
  await cancelRedemption(at("2030-03-14T02:01:00Z"), {
    redemptionId: redemption.id,
    createReplacementVoucher: false,
  });
  await adjustStamps(at("2030-03-14T05:00:00Z"), {
    customerId: customer.id,
    delta: 7,
    reason: "Forgot the card",
  });
  await refusalOf(redeem("2030-03-14T05:00:00Z", { ...here, id: 9_999_999 }));

  const today = { from: "2030-03-14", to: "2030-03-14", storeId: null, hourly: true };
  const ctx = at("2030-03-14T06:00:00Z");
  const overview = await getOverview(ctx, today);
  expect(overview.totals).toEqual({
    redemptions: 3,
    canceled: 1,
    customers: 1,
    stampsUsed: 6,
    stampsGiven: 7,
    refusals: 1,
    bookings: 0,
  });
  expect(overview.before).toMatchObject({ redemptions: 1, stampsUsed: 2, refusals: 0 });
  expect(overview.series).toEqual([
    { at: "2030-03-14T08", kind: "reward", count: 2 },
    { at: "2030-03-14T23", kind: "reward", count: 1 },
  ]);
  expect(overview.topRewards).toEqual([
    { id: reward.id, name: reward.name, count: 3, stampsUsed: 6 },
  ]);
  expect(overview.refusalsByCode).toEqual([{ code: "invalid_store", count: 1 }]);
  expect(overview.expiring).toEqual({ count: 2, until: "2030-03-21" });
  expect((await getOverview(ctx, { ...today, to: "2030-03-15", hourly: false })).series).toEqual([
    { at: "2030-03-14", kind: "reward", count: 3 },
    { at: "2030-03-15", kind: "reward", count: 1 },
  ]);
  const inOne = await getOverview(ctx, { ...today, storeId: there.id });
  // the refusal has no store, so the figures of a single store do not include it
  expect(inOne.totals).toMatchObject({ redemptions: 1, refusals: 0 });
  const limited = { ...t.within(merchant, [there.id]), clockOffsetMs: ctx.clockOffsetMs };
  expect((await getOverview(limited, today)).totals.redemptions).toBe(1);
  expect((await getOverview(limited, { ...today, storeId: here.id })).totals.redemptions).toBe(0);
  const stranger = t.as(await t.given.merchant(), { clockOffsetMs: ctx.clockOffsetMs });
  expect((await getOverview(stranger, today)).totals).toMatchObject({
    redemptions: 0,
    refusals: 0,
  });
});
