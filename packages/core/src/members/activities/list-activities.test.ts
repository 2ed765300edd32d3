import { schema } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { addAward, adjustStamps, cancelAward, deductStamps } from "../../earning/awards/index.ts";
import { addSale, cancelSale, modifySale } from "../../earning/sales/index.ts";
import { expireDueStamps } from "../../holding/stamps/index.ts";
import { endLevels } from "../../running/levels/index.ts";
import { cancelRedemption, redeemReward } from "../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { aSale, plain, refusalOf } from "../../testing/index.ts";
import { setLevel } from "../set-level/set-level.ts";
import { listActivities } from "./list-activities.ts";

const t = harnessOfFile({ isOwn: true });

/** Makes a customer with whom something happens on each day of March 2027. */
async function busyCustomer() {
  const merchant = await t.given.merchant({ earnAmount: "10000.00", timezone: "Asia/Jakarta" });
  const gold = { level: 200, name: "Gold", spendingToReach: "50000.00" };
  await t.db.insert(schema.levels).values({ ...gold, merchantId: merchant.id });
  const store = await t.given.store(merchant);
  const other = await t.given.store(merchant);
  const held = { stamps: 5, nextExpiryOn: "2027-02-28" };
  const { id } = await t.given.customer(merchant, {}, held);
  const reward = await t.given.reward(merchant, { name: "Coffee", stampsToRedeem: 2 });
  const on = (day: number) =>
    t.as(merchant, {
      clockOffsetMs: t.offsetTo(`2027-03-${String(day).padStart(2, "0")}T05:00:00Z`),
    });
  const inStore = { user: id, store: store.id, channel: null };
  await expireDueStamps({ ...t.deps, clockOffsetMs: on(1).clockOffsetMs });
  const { sale } = await addSale(on(2), { ...aSale(), ...inStore, channel: 2 });
  const redeemed = { ...plain, ...inStore, reward: reward.id, qty: 1, stamps: null };
  const { redemption } = await redeemReward(on(3), redeemed);
  const gift = { user: id, expiresOn: null, notes: "Forgot the card" };
  await addAward(on(4), { ...gift, store: other.id, stamps: 3 });
  const { award } = await addAward(on(5), { ...gift, store: null, stamps: 2 });
  await cancelAward(on(6), { user: id, award: award.id });
  await deductStamps(on(7), { user: id, stamps: 1, notes: "Counted twice" });
  await adjustStamps(on(8), { customerId: id, delta: 4, reason: "She was angry" });
  await adjustStamps(on(9), { customerId: id, delta: -1, reason: "She was kind" });
  await setLevel(on(10), { user: id, level: 200, upgradeOnly: false, endDate: "2027-03-20" });
  const less = { total: "-10000.00", subtotal: null, stamps: null, items: [], payments: [] };
  await modifySale(on(11), sale.id, less);
  await cancelSale(on(12), sale.id);
  const cancel = { redemptionId: redemption.id, createReplacementVoucher: false };
  await cancelRedemption(on(13), cancel);
  await endLevels({ ...t.deps, clockOffsetMs: on(22).clockOffsetMs });
  return { merchant, store, other, id, sale, award, ctx: on(23) };
}

describe("what happened to a customer", () => {
  test("is listed by day, and a cancel changes the status of what it cancels", async () => {
    const { id, ctx, sale, award } = await busyCustomer();
    const shown = await listActivities(ctx, id, null);
    const days = shown.map(({ kind, createdAt, detail }) => [
      kind,
      new Date(createdAt).toISOString().slice(0, 10),
      detail,
    ]);
    const day = (number: number) => `2027-03-${String(number).padStart(2, "0")}`;
    const back = { status: "Canceled", channel: null };
    expect(days).toEqual([
      ["level", day(22), { from: 200, to: 100, name: "Blue", isByHand: false }],
      ["modification", day(11), expect.objectContaining({ sale: sale.id, total: "-10000.00" })],
      ["level", day(10), { from: 200, to: 200, name: "Gold", isByHand: true }],
      ["adjustment", day(9), { id: expect.any(Number), delta: -1 }],
      ["adjustment", day(8), { id: expect.any(Number), delta: 4 }],
      ["deduction", day(7), { stamps: 1, notes: "Counted twice" }],
      ["award", day(5), { id: award.id, stamps: 2, status: "Canceled" }],
      ["award", day(4), { id: expect.any(Number), stamps: 3, status: "Created" }],
      ["redemption", day(3), { ...back, stamps: 2, name: "Coffee" }],
      // within a second by source
      ["level", day(2), { from: 100, to: 200, name: "Gold", isByHand: false }],
      ["sale", day(2), expect.objectContaining({ id: sale.id, status: "Canceled", channel: 2 })],
      ["expiry", day(1), { stamps: 5 }],
      ["registration", expect.any(String), {}],
    ]);
    const ids = shown.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one));
    expect(ids.every(Number.isSafeInteger)).toBe(true);
    expect(await listActivities(ctx, id, null)).toEqual(shown);
    // no reason of staff is in any of them
    expect(JSON.stringify(shown)).not.toMatch(/angry|was kind|Forgot/);
  });

  test("in stores of others is left out, and what belongs to no store is not", async () => {
    const { id, merchant, store, other } = await busyCustomer();
    const kindsIn = async (stores: readonly number[]) => {
      const shown = await listActivities(t.within(merchant, stores), id, null);
      return shown.map(({ kind, store: at }) => `${kind} ${at?.code ?? "-"}`).sort();
    };
    const always = [
      ...["adjustment -", "adjustment -", "award -", "deduction -", "expiry -"],
      ...["level -", "level -", "level -", "registration -"],
    ];
    const inStore = ["modification", "redemption", "sale"].map((kind) => `${kind} ${store.code}`);
    expect(await kindsIn([store.id])).toEqual([...always, ...inStore].sort());
    expect(await kindsIn([other.id])).toEqual([...always, `award ${other.code}`].sort());
  });

  test("is refused for an unknown customer and another merchant's", async () => {
    const merchant = await t.given.merchant();
    const { id } = await t.given.customer(await t.given.merchant());
    for (const user of [id, "nobody@example.com"])
      expect((await refusalOf(listActivities(t.as(merchant), user, null))).code).toBe(
        "invalid_user",
      );
  });
});

test("pages show each activity once while others are added", async () => {
  const merchant = await t.given.merchant();
  const { id: store } = await t.given.store(merchant);
  const { id: user } = await t.given.customer(merchant);
  const { id: reward } = await t.given.reward(merchant, { stampsToRedeem: 0 });
  /** Redemptions with these ids, three in each second. */
  const redeem = (from: number, to: number) =>
    t.db.execute(sql`with redeemed as (
      insert into redemptions
        (merchant_id, id, kind, customer_id, store_id, name, redeemed_by, created_at)
      select ${merchant.id}::bigint, n, 'reward', ${user}::bigint, ${store}::bigint, 'R' || n,
        'token:1', timestamptz '2026-05-01T05:00:00Z' + n / 3 * interval '1 second'
      from generate_series(${from}::int, ${to}::int) n returning *)
      insert into redemption_lines (merchant_id, redemption_id, line, name, reward_id)
      select merchant_id, id, 1, name, ${reward}::bigint from redeemed`);
  await redeem(1, 50);
  const names: string[] = [];
  for (let before: number | null = null, added = 51; ; added += 5) {
    const page = await listActivities(t.as(merchant), user, before);
    names.push(...page.flatMap((each) => (each.kind === "redemption" ? [each.detail.name] : [])));
    before = page.at(-1)?.id ?? null;
    if (page.length < 20) break;
    await redeem(added, added + 4);
  }
  expect(names.filter((name) => Number(name.slice(1)) <= 50)).toEqual(
    Array.from({ length: 50 }, (_, n) => `R${50 - n}`),
  );
});
