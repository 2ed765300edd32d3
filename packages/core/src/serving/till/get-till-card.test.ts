import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { redeemVoucher } from "../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain, refusalOf } from "../../testing/index.ts";
import { getTillCard } from "./get-till-card.ts";

const t = harnessOfFile();

async function setting(membership: { stamps?: number; isBlocked?: boolean } = {}) {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const other = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 5, ...membership });
  const voucher = async (
    template: { stores?: number[]; channels?: number[] },
    row: { endDate?: string; startDate?: string; isActive?: boolean } = {},
  ) => {
    const made = await t.given.template(merchant, template);
    const held = { ...row, voucherTemplateId: made.id, customerId: customer.id };
    return (await t.given.voucher(merchant, held)).id;
  };
  const card = (at = store.id, ctx = t.as(merchant)) =>
    getTillCard(ctx, { customerId: customer.id, store: at });
  return { merchant, store, other, customer, voucher, card };
}

test("vouchers that work here come first, soonest to expire on top, each other with its reason", async () => {
  const { merchant, store, other, customer, voucher, card } = await setting();
  const late = await voucher({}, { endDate: "2099-02-01" });
  const endless = await voucher({});
  const soon = await voucher({}, { endDate: "2099-01-01" });
  const elsewhere = await voucher({ stores: [other.id] }, { endDate: "2098-01-01" });
  const online = await voucher({ channels: [4] });
  const later = await voucher({}, { startDate: "2098-06-01", endDate: "2098-07-01" });
  await voucher({}, { endDate: "2020-01-01" });
  await voucher({}, { isActive: false });
  const spent = await voucher({});
  await redeemVoucher(t.as(merchant), {
    ...plain,
    user: customer.email,
    store: store.id,
    voucher: spent,
  });

  const { vouchers, lastRedemptions, whyNot, needsPin } = await card();
  expect(vouchers.map(({ id, whyNot }) => [id, whyNot?.code ?? null])).toEqual([
    [soon, null],
    [late, null],
    [endless, null],
    [elsewhere, "voucher_not_available"],
    [later, "voucher_not_started"],
    [online, "voucher_not_available"],
  ]);
  expect(lastRedemptions).toHaveLength(1);
  expect([whyNot, needsPin]).toEqual([null, false]);
  expect((await card(other.id)).vouchers[0]?.id).toBe(elsewhere);
});

test("rewards that are offered here tell what lacks", async () => {
  const { merchant, other, card } = await setting();
  const dear = await t.given.reward(merchant, { stampsToRedeem: 8 });
  const cheap = await t.given.reward(merchant, { stampsToRedeem: 2 });
  const exact = await t.given.reward(merchant, { stampsToRedeem: 5 });
  const flexible = await t.given.reward(merchant, { kind: "flexible", stampsToRedeem: 0 });
  await t.given.reward(merchant, { stores: [other.id] });
  await t.given.reward(merchant, { isActive: false });
  const { rewards } = await card();
  expect(rewards.map(({ id, stampsShort }) => [id, stampsShort])).toEqual([
    [flexible.id, 0],
    [cheap.id, 0],
    [exact.id, 0],
    [dear.id, 3],
  ]);
});

test("at most 100 rewards are shown, chosen from those that are offered here now", async () => {
  const merchant = await t.given.merchant({ timezone: "Asia/Jakarta" });
  const store = await t.given.store(merchant, { timezone: "Asia/Jayapura" });
  const other = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 5 });
  // 23:30 on the 13th in Jakarta is 01:30 on the 14th in Jayapura
  const ctx = t.as(merchant, { clockOffsetMs: t.offsetTo("2027-03-13T16:30:00Z") });
  const day = "2027-03-14";
  const here = { startDate: day, endDate: day, stores: [other.id, store.id], channels: [2, 3] };
  const { id: dear } = await t.given.reward(merchant, { ...here, stampsToRedeem: 9 });
  const shown = async () =>
    (await getTillCard(ctx, { customerId: customer.id, store: store.id })).rewards;
  for (const elsewhere of [
    { endDate: "2027-03-13" },
    { startDate: "2027-03-15" },
    { stores: [other.id] },
    { channels: [3] },
  ]) {
    for (let n = 0; n < 100; n++)
      await t.given.reward(merchant, { ...here, ...elsewhere, stampsToRedeem: 1 });
    expect.soft(await shown(), JSON.stringify(elsewhere)).toMatchObject([{ id: dear }]);
  }
  for (let n = 0; n < 100; n++) await t.given.reward(merchant, { ...here, stampsToRedeem: 1 });
  const ids = (await shown()).map(({ id }) => id);
  expect(ids).toHaveLength(100);
  expect(ids).not.toContain(dear);
});

test("stamps that have expired do not count, before the expiry is written", async () => {
  const { merchant, customer, card } = await setting();
  const { id } = await t.given.reward(merchant, { stampsToRedeem: 2 });
  const { memberships: ms, stampEntries: e } = schema;
  const own = and(eq(e.merchantId, merchant.id), eq(e.customerId, customer.id));
  await t.db.update(e).set({ expiresOn: "2026-01-31", day: "2026-01-01" }).where(own);
  const holder = and(eq(ms.merchantId, merchant.id), eq(ms.customerId, customer.id));
  await t.db.update(ms).set({ nextExpiryOn: "2026-01-31" }).where(holder);
  const { membership, rewards } = await card();
  expect(membership.stamps).toBe(0);
  expect(rewards).toMatchObject([{ id, stampsShort: 2 }]);
});

test("a blocked membership says so", async () => {
  const { card } = await setting({ isBlocked: true });
  expect((await card()).whyNot).toMatchObject({ code: "membership_blocked" });
});

test("another merchant's customer and another's store are not there", async () => {
  const { merchant, store, other, card } = await setting();
  const strange = await setting();
  expect(await refusalOf(card(strange.store.id))).toMatchObject({ code: "invalid_store" });
  expect(await refusalOf(card(store.id, t.within(merchant, [other.id])))).toMatchObject({
    code: "permission_denied",
  });
  expect(
    await refusalOf(
      getTillCard(t.as(merchant), { customerId: strange.customer.id, store: store.id }),
    ),
  ).toMatchObject({ code: "invalid_user" });
});
