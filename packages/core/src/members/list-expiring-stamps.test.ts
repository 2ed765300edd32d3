import { expect, test } from "vitest";
import { adjustStamps } from "../earning/awards/index.ts";
import { cancelRedemption, redeemReward } from "../spending/redeeming/index.ts";
import { harnessOfFile } from "../testing/harness-of-file.ts";
import { plain, refusalOf } from "../testing/index.ts";
import { listExpiringStamps } from "./list-expiring-stamps.ts";

const t = harnessOfFile();

/**
 * Makes a member of a merchant in Jakarta. Stamps can be spent for `stampsValidDays` days after the day on
 * which they are given. Null: forever.
 */
async function member(stampsValidDays: number | null) {
  const merchant = await t.given.merchant({ stampsValidDays, timezone: "Asia/Jakarta" });
  const { id } = await t.given.customer(merchant, {}, { stamps: 0 });
  const at = (time: string) => t.as(merchant, { clockOffsetMs: t.offsetTo(time) });
  const give = (time: string, delta: number) =>
    adjustStamps(at(time), { customerId: id, delta, reason: "test" });
  const list = async (time: string, from: string | null = null) =>
    (await listExpiringStamps(at(time), id, from)).map(({ stamps, expiresOn }) => [
      stamps,
      expiresOn,
    ]);
  return { merchant, id, at, give, list };
}

test("lists each lot with something left, by date, without what has expired", async () => {
  const { at, id, give, list } = await member(10);
  expect(await list("2027-03-01T05:00:00Z")).toEqual([]);
  await give("2027-03-01T05:00:00Z", 5);
  await give("2027-03-03T05:00:00Z", 7);
  await give("2027-03-04T05:00:00Z", -6);
  // the 6 stamps spent were the first lot of 5, and 1 of the second lot of 7
  expect(await list("2027-03-04T05:00:00Z")).toEqual([[6, "2027-03-13"]]);
  await give("2027-03-05T05:00:00Z", 2);
  const both = [
    [6, "2027-03-13"],
    [2, "2027-03-15"],
  ];
  // in Jakarta: one minute before the end of the 13th, then one minute after
  expect(await list("2027-03-13T16:59:00Z")).toEqual(both);
  expect(await list("2027-03-13T17:01:00Z")).toEqual(both.slice(1));
  const shown = await listExpiringStamps(at("2027-03-05T05:00:00Z"), id, null);
  expect(new Set(shown.map(({ number }) => number)).size).toBe(2);
});

test("lists what a canceled redemption returns once, though it came from two lots", async () => {
  const { merchant, at, id, give, list } = await member(10);
  const store = await t.given.store(merchant);
  const reward = await t.given.reward(merchant, { stampsToRedeem: 12 });
  await give("2027-03-01T05:00:00Z", 5);
  await give("2027-03-03T05:00:00Z", 7);
  const { redemption } = await redeemReward(at("2027-03-04T05:00:00Z"), {
    ...{ ...plain, user: id, store: store.id, reward: reward.id, qty: 1, stamps: null },
  });
  await cancelRedemption(at("2027-03-15T05:00:00Z"), {
    redemptionId: redemption.id,
    createReplacementVoucher: false,
  });
  expect(await list("2027-03-15T05:00:00Z")).toEqual([[12, "2027-03-16"]]);
});

test("leaves out what expires before a day that is named", async () => {
  const { give, list } = await member(10);
  await give("2027-03-01T05:00:00Z", 5);
  await give("2027-03-03T05:00:00Z", 7);
  const second = [7, "2027-03-13"];
  expect(await list("2027-03-04T05:00:00Z", "2027-03-11")).toEqual([[5, "2027-03-11"], second]);
  expect(await list("2027-03-04T05:00:00Z", "2027-03-12")).toEqual([second]);
  expect(await list("2027-03-04T05:00:00Z", "2027-03-14")).toEqual([]);
});

test("leaves out what never expires", async () => {
  const { give, list } = await member(null);
  await give("2027-03-01T05:00:00Z", 5);
  expect(await list("2027-03-01T05:00:00Z")).toEqual([]);
});

test("refuses a member of another merchant", async () => {
  const { id } = await member(10);
  const other = await t.given.merchant();
  expect(await refusalOf(listExpiringStamps(t.as(other), id, null))).toMatchObject({
    code: "invalid_user",
  });
});
