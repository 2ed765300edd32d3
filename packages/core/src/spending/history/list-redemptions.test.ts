import { describe, expect, test } from "vitest";
import type { CoreContext } from "../../foundation/context.ts";
import { listStampChanges } from "../../holding/stamps/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain, readPages, refusalOf } from "../../testing/index.ts";
import {
  cancelRedemption,
  redeemMultipleRewards,
  redeemReward,
  redeemVoucher,
} from "../redeeming/index.ts";
import { previewCancelRedemption } from "./preview-cancel-redemption.ts";
import { getRedemption } from "./redemption.sql.ts";
import { listRedemptions, type RedemptionFilter } from "./redemptions.sql.ts";

const t = harnessOfFile();

const all: RedemptionFilter = {
  from: null,
  to: null,
  storeId: null,
  customerId: null,
  kind: null,
  status: null,
  who: null,
  invoiceNumber: null,
  rewardId: null,
  templateId: null,
};

/** Makes a merchant with two stores, a customer with 1,000 stamps, and `times` redemptions of a reward. */
async function busyMerchant(times: number) {
  const merchant = await t.given.merchant();
  const stores = [await t.given.store(merchant), await t.given.store(merchant)] as const;
  const customer = await t.given.customer(merchant, {}, { stamps: 1_000 });
  const reward = await t.given.reward(merchant, { stampsToRedeem: 1 });
  const redeem = (at = 0, ctx: CoreContext = t.as(merchant)) =>
    redeemReward(ctx, {
      ...plain,
      user: customer.email,
      store: stores[at % 2 ? 1 : 0].id,
      reward: reward.id,
      invoiceNumber: `INV-${at}`,
      qty: 1,
      stamps: null,
    });
  const ids: number[] = [];
  for (let at = 0; at < times; at++) ids.push((await redeem(at)).redemption.id);
  return { merchant, stores, customer, reward, redeem, ids };
}

/** Reads all pages, with `limit` rows each. Returns the ids of each page. */
async function walk(ctx: CoreContext, filter: RedemptionFilter, limit: number) {
  const pages = await readPages((page) => listRedemptions(ctx, { ...filter, ...page }), limit);
  return pages.map((page) => page.map(({ id }) => id));
}

test("pages follow each other without a gap or a repeat, newest first", async () => {
  const { merchant, ids, redeem } = await busyMerchant(7);
  const newestFirst = [...ids].reverse();
  for (const limit of [1, 3, 7, 50]) {
    const pages = await walk(t.as(merchant), all, limit);
    expect(pages.flat()).toEqual(newestFirst);
    expect(pages.every((page) => page.length <= limit)).toBe(true);
  }
  const first = await listRedemptions(t.as(merchant), { ...all, after: null, limit: 3 });
  await redeem();
  const second = await listRedemptions(t.as(merchant), { ...all, after: first.next, limit: 3 });
  expect(second.items.map(({ id }) => id)).toEqual(newestFirst.slice(3, 6));
});

test("a customer's stamps say where, by whom and for which redemption they went and came back", async () => {
  const { merchant, stores, customer, reward, ids } = await busyMerchant(2);
  const ctx = t.as(merchant);
  const [first = 0, second = 0] = ids;
  await cancelRedemption(ctx, { redemptionId: first, createReplacementVoucher: false });
  const { items } = await listStampChanges(ctx, { customerId: customer.id, after: null, limit: 9 });
  const at = ({ id, name }: (typeof stores)[number]) => ({ id, name });
  const by = { kind: "token", id: "1", name: null };
  expect(items).toMatchObject([
    {
      cause: "cancellation",
      delta: 1,
      redemption: { id: first, name: reward.name },
      by,
      store: at(stores[0]),
    },
    { cause: "redemption", delta: -1, redemption: { id: second }, by, store: at(stores[1]) },
    { cause: "redemption", delta: -1, redemption: { id: first }, by, store: at(stores[0]) },
    { cause: "opening", redemption: null, by: null, store: null },
  ]);
});

test("each filter shows what it names, alone and by pages", async () => {
  const { merchant, stores, customer, ids, redeem } = await busyMerchant(6);
  const ctx = t.as(merchant);
  const staff = t.as(merchant, {
    caller: { kind: "staff", merchant, userId: "u1", role: "cashier", stores: null },
  });
  const byStaff = (await redeem(8, staff)).redemption.id;
  const other = await t.given.customer(merchant);
  const [first = 0] = ids;
  await cancelRedemption(staff, {
    redemptionId: first,
    createReplacementVoucher: false,
    reason: "Rang up twice",
  });
  const newest = [byStaff, ...[...ids].reverse()];
  const inStore = (at: number) =>
    [...ids].reverse().filter((_, n) => (ids.length - 1 - n) % 2 === at);
  const cases: [Partial<RedemptionFilter>, number[]][] = [
    [{ storeId: stores[1].id }, inStore(1)],
    [{ customerId: customer.id }, newest],
    [{ customerId: other.id }, []],
    [{ status: "Canceled" }, [first]],
    [{ kind: "reward" }, newest],
    [{ kind: "promo_code" }, []],
    [{ invoiceNumber: "INV-3" }, [ids[3] ?? 0]],
    [{ invoiceNumber: "INV-3", customerId: customer.id }, [ids[3] ?? 0]],
    [{ who: "staff:u1" }, [byStaff, first]],
    [{ who: "token:1", status: "Canceled" }, [first]],
    [{ from: "2000-01-01", to: "2000-01-02" }, []],
    [{ from: "2000-01-01" }, newest],
  ];
  for (const [filter, expected] of cases)
    for (const limit of [2, 50])
      expect(
        (await walk(ctx, { ...all, ...filter }, limit)).flat(),
        JSON.stringify(filter),
      ).toEqual(expected);
});

test("what was redeemed is found by its reward, among others too, and by its voucher's template", async () => {
  const { merchant, stores, customer, reward, ids } = await busyMerchant(2);
  const ctx = t.as(merchant);
  const other = await t.given.reward(merchant, { stampsToRedeem: 1 });
  const template = await t.given.template(merchant);
  const voucher = await t.given.voucher(merchant, {
    customerId: customer.id,
    voucherTemplateId: template.id,
  });
  const usual = { ...plain, user: customer.email, store: stores[0].id };
  const lines = [reward, other].map(({ code }) => ({
    code,
    qty: 1,
    stamps: null,
    requestId: null,
  }));
  const both = await redeemMultipleRewards(ctx, { ...usual, rewards: lines });
  const used = await redeemVoucher(ctx, { ...usual, voucher: voucher.id });
  const found = async (filter: Partial<RedemptionFilter>) =>
    (await walk(ctx, { ...all, ...filter }, 2)).flat();
  expect(await found({ rewardId: reward.id })).toEqual([both.redemption.id, ...ids.toReversed()]);
  expect(await found({ rewardId: other.id, customerId: customer.id })).toEqual([
    both.redemption.id,
  ]);
  expect(await found({ templateId: template.id })).toEqual([used.redemption.id]);
  expect(await found({ templateId: template.id, rewardId: reward.id })).toEqual([]);
});

test("days are the merchant's own, through the end of the last one", async () => {
  const { merchant, customer, redeem } = await busyMerchant(0);
  expect(merchant.timezone).toBe("Asia/Jakarta");
  const at = (moment: string) => t.as(merchant, { clockOffsetMs: t.offsetTo(moment) });
  const id = (await redeem(0, at("2030-03-01T16:59:00Z"))).redemption.id;
  const next = (await redeem(1, at("2030-03-01T17:01:00Z"))).redemption.id;
  const of = { ...all, customerId: customer.id };
  const days = async (from: string | null, to: string | null) =>
    (await walk(t.as(merchant), { ...of, from, to }, 9)).flat();
  expect(await days("2030-03-01", "2030-03-01")).toEqual([id]);
  expect(await days("2030-03-02", null)).toEqual([next]);
  expect(await days(null, "2030-03-02")).toEqual([next, id]);
});

describe("what is not the caller's", () => {
  test("of another merchant is neither listed nor found", async () => {
    const { ids } = await busyMerchant(2);
    const other = await busyMerchant(1);
    const ctx = t.as(other.merchant);
    expect((await walk(ctx, all, 9)).flat()).toEqual(other.ids);
    const [, strange = 0] = ids;
    expect(other.ids).not.toContain(strange);
    expect((await refusalOf(getRedemption(ctx, strange))).code).toBe("redemption_not_found");
    expect((await refusalOf(previewCancelRedemption(ctx, strange))).code).toBe(
      "redemption_not_found",
    );
  });

  test("of another store is not listed, and refused by its id", async () => {
    const { merchant, stores, ids } = await busyMerchant(4);
    const ctx = t.within(merchant, [stores[1].id]);
    const [elsewhere = 0, here = 0] = ids;
    expect((await walk(ctx, all, 9)).flat()).toEqual([ids[3], here]);
    expect((await walk(ctx, { ...all, storeId: stores[0].id }, 9)).flat()).toEqual([]);
    expect((await refusalOf(getRedemption(ctx, elsewhere))).code).toBe("permission_denied");
    expect((await refusalOf(previewCancelRedemption(ctx, elsewhere))).code).toBe(
      "permission_denied",
    );
    expect((await getRedemption(ctx, here)).id).toBe(here);
  });
});
