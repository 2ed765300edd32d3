import { schema } from "@stampbook/db";
import { describe, expect, test } from "vitest";
import { addAward } from "../../../earning/awards/index.ts";
import type { Caller, CoreContext } from "../../../foundation/context.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain, refusalOf } from "../../../testing/index.ts";
import { redeemReward } from "../redeem-reward/redeem-reward.ts";
import { cancelRedemption } from "./cancel-redemption.ts";

const t = harnessOfFile({ isOwn: true });

const NUMBER = "INV-1";
const DAY_MS = 86_400_000;
const NOON = "2027-05-20T12:00:00+07:00";

/** Makes a merchant with two stores. Returns functions that redeem and cancel with one invoice number. */
async function setting() {
  const merchant = await t.given.merchant();
  const [here, there] = [await t.given.store(merchant), await t.given.store(merchant)];
  const member = await t.given.customer(merchant, {}, { stamps: 100 });
  const reward = await t.given.reward(merchant, { stampsToRedeem: 3 });
  const daysAgo = (days: number) => ({ clockOffsetMs: t.offsetTo(NOON) - days * DAY_MS });
  const redeem = async (store = here, days = 0) => {
    const input = { ...plain, user: member.email, store: store.id, invoiceNumber: NUMBER };
    const call = { ...input, reward: reward.id, qty: 1, stamps: null };
    return (await redeemReward(t.as(merchant, daysAgo(days)), call)).redemption.id;
  };
  const cancelById = (redemptionId: number) =>
    cancelRedemption(t.as(merchant, daysAgo(0)), { redemptionId, createReplacementVoucher: false });
  type Where = { readonly store?: typeof here; readonly businessDay?: string | null };
  const cancel = async (
    { store, businessDay = null }: Where = {},
    ctx: CoreContext = t.as(merchant),
  ) => {
    const redemptionId = { invoiceNumber: NUMBER, store: store?.id ?? null, businessDay };
    const input = { redemptionId, createReplacementVoucher: false };
    return (await cancelRedemption({ ...ctx, ...daysAgo(0) }, input)).redemption.id;
  };
  return { merchant, member, here, there, redeem, cancelById, cancel };
}

const several = { code: "invalid", field: "invoice_number" };
const unknown = { code: "redemption_not_found" };

describe("of several redemptions with the invoice number", () => {
  test("the one of the call's store", async () => {
    const { here, there, redeem, cancel } = await setting();
    const [one, other] = [await redeem(here), await redeem(there)];
    expect(await refusalOf(cancel())).toMatchObject(several);
    expect(await cancel({ store: there })).toBe(other);
    expect(await cancel({ store: here })).toBe(one);
  });

  test("the one of a store where the token may act", async () => {
    const { merchant, here, there, redeem, cancel } = await setting();
    const [, other] = [await redeem(here), await redeem(there)];
    expect(await cancel({}, t.within(merchant, [there.id]))).toBe(other);
  });

  test("the open one", async () => {
    const { redeem, cancelById, cancel } = await setting();
    await cancelById(await redeem());
    const open = await redeem();
    expect(await cancel()).toBe(open);
  });

  test("none, if two are open, or if none is open and two are canceled", async () => {
    const { redeem, cancelById, cancel } = await setting();
    await cancelById(await redeem());
    const [second, third] = [await redeem(), await redeem()];
    expect(await refusalOf(cancel())).toMatchObject(several);
    for (const id of [second, third]) await cancelById(id);
    expect(await refusalOf(cancel())).toMatchObject(several);
  });

  test("the one of the newest day, or of the call's business day", async () => {
    const { redeem, cancel } = await setting();
    const earlier = await redeem(undefined, 2);
    const newest = await redeem(undefined, 1);
    expect(await cancel()).toBe(newest);
    expect(await cancel({ businessDay: "2027-05-18" })).toBe(earlier);
    expect(await refusalOf(cancel({ businessDay: "2027-05-17" }))).toMatchObject(unknown);
  });
});

test("without a business day, redemptions of the last seven days are found", async () => {
  const [recent, old] = [await setting(), await setting()];
  const id = await recent.redeem(undefined, 7);
  await old.redeem(undefined, 8);
  expect(await recent.cancel()).toBe(id);
  expect(await refusalOf(old.cancel())).toMatchObject(unknown);
  expect(await old.cancel({ businessDay: "2027-05-12" })).toEqual(expect.any(Number));
});

describe("the day of the next expiry", () => {
  /**
   * Cancels a member's redemption of a reward that costs `costs` stamps. If `hasDated`, the member has stamps
   * that expire; else another member has. Returns the member's `nextExpiryOn` before and after the cancel.
   */
  async function canceled(costs: number, hasDated: boolean) {
    const { merchant, member } = await setting();
    const other = await t.given.customer(merchant, {}, { stamps: 1 });
    const gift = { store: null, stamps: 2, notes: null, expiresOn: "2099-01-01" };
    await addAward(t.as(merchant), { ...gift, user: hasDated ? member.id : other.id });
    const { id: reward } = await t.given.reward(merchant, { stampsToRedeem: costs });
    const store = await t.given.store(merchant);
    const input = { ...plain, user: member.email, store: store.id, reward, qty: 1, stamps: null };
    const { redemption } = await redeemReward(t.as(merchant), input);
    const day = async () => {
      const rows = [...((await t.rows(merchant)).get("memberships")?.values() ?? [])];
      return rows.find(({ customerId }) => customerId === member.id)?.nextExpiryOn;
    };
    const before = await day();
    const call = { redemptionId: redemption.id, createReplacementVoucher: false };
    await cancelRedemption(t.as(merchant), call);
    return [before, await day()];
  }

  test("becomes today if stamps come back to a member with stamps that expire", async () => {
    const [before, after] = await canceled(3, true);
    expect(before).toBe("2099-01-01");
    expect(String(after) < "2099-01-01").toBe(true);
  });

  test("stays if no stamps come back, or if only another member has stamps that expire", async () => {
    expect(await canceled(0, true)).toEqual(["2099-01-01", "2099-01-01"]);
    expect(await canceled(3, false)).toEqual([null, null]);
  });
});

test("the security event has the name of the person who canceled", async () => {
  const { merchant, redeem } = await setting();
  const [ani, budi] = [`a${merchant.id}`, `b${merchant.id}`];
  await t.db.insert(schema.staffUsers).values([
    { id: ani, name: "Ani", email: `${ani}@example.com` },
    { id: budi, name: "Budi", email: `${budi}@example.com` },
  ]);
  const caller: Caller = { kind: "staff", merchant, userId: budi, role: "manager", stores: null };
  const call = { redemptionId: await redeem(), createReplacementVoucher: false, reason: "Wrong" };
  await cancelRedemption(t.as(merchant, { caller }), call);
  const events = await t.db.query.securityEvents.findMany({
    where: (row, { eq }) => eq(row.merchantId, merchant.id),
  });
  expect(events).toMatchObject([{ what: "redemption-canceled", actorName: "Budi" }]);
});
