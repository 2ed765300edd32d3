import { type SQL, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { adjustStamps } from "../../earning/awards/index.ts";
import { cancelRedemption, redeemReward } from "../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain } from "../../testing/index.ts";

describe("entries of the stamp ledger", () => {
  const t = harnessOfFile();

  /** Reads the ledger's entries by number, and the membership's entry number and next day of expiry. */
  async function ledgerOf(merchantId: number) {
    const rowsOf = async (query: SQL) =>
      (await t.db.execute(query)) as readonly Record<string, unknown>[];
    const entries = await rowsOf(sql`
      select e.number, e.cause, e.delta::int as delta, e.day::text as day, e.expires_on::text as last
      from stamp_entries e where e.merchant_id = ${merchantId} order by e.number`);
    const [member] = await rowsOf(sql`
      select entry_number as number, next_expiry_on::text as next from memberships
      where merchant_id = ${merchantId}`);
    return { entries, member };
  }

  test("have numbers, the merchant's day and the last day by its setting", async () => {
    const merchant = await t.given.merchant({ stampsValidDays: 10 });
    const [store, customer] = [await t.given.store(merchant), await t.given.customer(merchant)];
    const reward = await t.given.reward(merchant, { stampsToRedeem: 2 });
    // 20:00 UTC is 03:00 of the next day in Jakarta
    const clockOffsetMs = t.offsetTo("2027-03-01T20:00:00Z");
    const ctx = t.as(merchant, { clockOffsetMs });
    const adjust = (delta: number) =>
      adjustStamps(ctx, { customerId: customer.id, delta, reason: "test" });
    await adjust(5);
    await adjust(-1);
    const done = await redeemReward(ctx, {
      ...{ ...plain, user: customer.email, store: store.id },
      ...{ reward: reward.id, qty: 1, stamps: null },
    });
    expect(await ledgerOf(merchant.id)).toMatchObject({
      member: { number: 3, next: "2027-03-12" },
    });
    const { id: redemptionId } = done.redemption;
    await cancelRedemption(ctx, { redemptionId, createReplacementVoucher: false });
    const day = "2027-03-02";
    expect(await ledgerOf(merchant.id)).toEqual({
      entries: [
        { number: 1, cause: "adjustment", delta: 5, day, last: "2027-03-12" },
        { number: 2, cause: "adjustment", delta: -1, day, last: null },
        { number: 3, cause: "redemption", delta: -2, day, last: null },
        { number: 4, cause: "cancellation", delta: 2, day, last: null },
      ],
      // the cancel sets `next` to its own day, so that the job checks the returned stamps on the day after
      member: { number: 4, next: day },
    });
  });

  test("never expire without a setting, and a free reward has none", async () => {
    const merchant = await t.given.merchant();
    const store = await t.given.store(merchant);
    const customer = await t.given.customer(merchant, {}, { stamps: 3 });
    const reward = await t.given.reward(merchant, { stampsToRedeem: 0 });
    await adjustStamps(t.as(merchant), { customerId: customer.id, delta: 4, reason: "test" });
    const { redemption } = await redeemReward(t.as(merchant), {
      ...{ ...plain, user: customer.email, store: store.id },
      ...{ reward: reward.id, qty: 1, stamps: null },
    });
    const input = { redemptionId: redemption.id, createReplacementVoucher: false };
    await cancelRedemption(t.as(merchant), input);
    const { entries, member } = await ledgerOf(merchant.id);
    expect(entries.map(({ number, last }) => [number, last])).toEqual([
      [1, null],
      [2, null],
    ]);
    expect(member).toEqual({ number: 2, next: null });
  });
});
