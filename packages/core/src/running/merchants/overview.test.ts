import { schema } from "@stampbook/db";
import { expect, test } from "vitest";
import { listRefusals } from "../../foundation/audit/index.ts";
import { listRedemptions } from "../../spending/history/index.ts";
import { redeemReward } from "../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain, refusalOf } from "../../testing/index.ts";
import { getOverview } from "./get-overview.ts";

const t = harnessOfFile();

/**
 * Makes a merchant of Jakarta (UTC+7) with a store in Jakarta and a store in Jayapura (UTC+9). `redeem`
 * redeems a reward in one of these stores, by default in Jayapura.
 */
async function shop() {
  const merchant = await t.given.merchant({ timezone: "Asia/Jakarta" });
  const home = await t.given.store(merchant, { timezone: "Asia/Jakarta" });
  const east = await t.given.store(merchant, { timezone: "Asia/Jayapura" });
  const customer = await t.given.customer(merchant, {}, { stamps: 100 });
  const reward = await t.given.reward(merchant, { stampsToRedeem: 1 });
  const at = (moment: string) => t.as(merchant, { clockOffsetMs: t.offsetTo(moment) });
  const redeem = (moment: string, store = east, rewardId = reward.id) =>
    redeemReward(at(moment), {
      ...plain,
      user: customer.email,
      store: store.id,
      reward: rewardId,
      qty: 1,
      stamps: null,
    });
  return { merchant, home, east, at, redeem };
}

const anything = {
  customerId: null,
  kind: null,
  who: null,
  invoiceNumber: null,
  rewardId: null,
  templateId: null,
  after: null,
  limit: 50,
};

test("a store's day is its own, in the numbers and in the lists behind them", async () => {
  const { home, east, at, redeem } = await shop();
  // a day begins at 15:00 UTC in Jayapura, and at 17:00 UTC in Jakarta
  await redeem("2030-03-13T14:30:00Z");
  await redeem("2030-03-13T16:30:00Z");
  await redeem("2030-03-13T16:40:00Z", home);
  await refusalOf(redeem("2030-03-13T16:50:00Z", east, 9_999_999));
  await redeem("2030-03-14T15:30:00Z");
  const ctx = at("2030-03-14T20:00:00Z");
  const day = { from: "2030-03-14", to: "2030-03-14" };
  const counted = async (storeId: number | null) => {
    const { totals, series } = await getOverview(ctx, { ...day, storeId, hourly: true });
    const filter = { ...day, storeId, ...anything };
    const { items } = await listRedemptions(ctx, { ...filter, status: "Created" });
    const refusals = await listRefusals(ctx, {
      ...filter,
      operation: null,
      code: null,
      caller: null,
    });
    expect([items.length, refusals.items.length]).toEqual([totals.redemptions, totals.refusals]);
    return { ...totals, at: series.map((slot) => slot.at) };
  };
  expect(await counted(east.id)).toMatchObject({
    redemptions: 1,
    refusals: 1,
    at: ["2030-03-14T01"],
  });
  expect(await counted(home.id)).toMatchObject({ redemptions: 0, refusals: 0 });
  expect(await counted(null)).toMatchObject({ redemptions: 1, refusals: 0, at: ["2030-03-14T22"] });
});

test("a day that is not over is compared with the same hours, one that is over with a whole day", async () => {
  const { merchant, east, at, redeem } = await shop();
  await redeem("2030-03-07T01:00:00Z");
  await redeem("2030-03-07T02:59:00Z");
  await redeem("2030-03-07T03:01:00Z");
  await refusalOf(redeem("2030-03-07T03:02:00Z", east, 9_999_999));
  await t.db.insert(schema.bookings).values({
    merchantId: merchant.id,
    id: 1,
    storeId: east.id,
    date: "2030-03-07",
    time: "20:00",
    phone: "5551234",
    claim: "M1",
    numberOfPeople: 2,
  });
  const day = { from: "2030-03-14", to: "2030-03-14", storeId: east.id, hourly: true };
  const noon = await getOverview(at("2030-03-14T03:00:00Z"), day);
  expect(noon.before).toMatchObject({ redemptions: 2, stampsUsed: 2, refusals: 0, bookings: 1 });
  const over = await getOverview(at("2030-03-15T03:00:00Z"), day);
  expect(over.before).toMatchObject({ redemptions: 3, stampsUsed: 3, refusals: 1, bookings: 1 });
  const week = { ...day, from: "2030-03-08" };
  expect((await getOverview(at("2030-03-14T03:00:00Z"), week)).before.redemptions).toBe(2);
});
