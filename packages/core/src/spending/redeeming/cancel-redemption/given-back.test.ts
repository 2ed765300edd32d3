import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain, refusalOf } from "../../../testing/index.ts";
import { deductValue } from "../deduct-value/deduct-value.ts";
import { redeemReward } from "../redeem-reward/redeem-reward.ts";
import { redeemVoucher } from "../redeem-voucher/redeem-voucher.ts";
import { cancelRedemption } from "./cancel-redemption.ts";

const t = harnessOfFile();

/** Makes a customer with a gift card of 50.00 that ends on 2027-03-11, and a reward that issues a voucher. */
async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const user = await t.given.customer(merchant, {}, { stamps: 20 });
  const dynamic = await t.given.template(merchant, { isDynamic: true, value: "50.00" });
  const card = await t.given.voucher(merchant, {
    ...{ customerId: user.id, voucherTemplateId: dynamic.id, endDate: "2027-03-11" },
    ...{ value: "50.00", remainingValue: "50.00" },
  });
  const { id: voucherTemplateId } = await t.given.template(merchant, { value: null });
  const issuing = await t.given.reward(merchant, { stampsToRedeem: 3, voucherTemplateId });
  const at = (day: string) => t.as(merchant, { clockOffsetMs: t.offsetTo(`${day}T05:00:00Z`) });
  const input = { ...plain, user: user.email, store: store.id };
  const voucherOf = async (id = 0) => {
    const isOne = and(eq(schema.vouchers.merchantId, merchant.id), eq(schema.vouchers.id, id));
    return (await t.db.select().from(schema.vouchers).where(isOne))[0];
  };
  const cancel = (day: string, redemptionId: number, createReplacementVoucher = false) =>
    cancelRedemption(at(day), { redemptionId, createReplacementVoucher });
  const deduct = async (day: string, value: string, voucher = card.id) =>
    (await deductValue(at(day), { ...input, voucher, value })).redemption.id;
  return { merchant, user, card, issuing, at, input, voucherOf, cancel, deduct };
}

describe("F2: the value of a deduction", () => {
  test("goes to a new card if its card has ended, through the day after the cancel", async () => {
    const { merchant, user, card, voucherOf, cancel, deduct } = await setting();
    const id = await deduct("2027-03-11", "20.00");
    const { replacement } = await cancel("2027-03-12", id);
    expect(replacement).toMatchObject({
      ...{ value: "20.00", remainingValue: "20.00", isActive: true },
      ...{ startDate: "2027-03-12", endDate: "2027-03-13" },
    });
    expect(await voucherOf(card.id)).toMatchObject({
      ...{ remainingValue: "30.00", endDate: "2027-03-11", redeemedAt: null },
    });
    expect(await voucherOf(replacement?.id)).toMatchObject({
      ...{ customerId: user.id, replacesRedemptionId: id },
    });
    // the new card can be used, and a repeated cancel returns it again
    expect((await cancel("2027-03-12", id)).replacement?.id).toBe(replacement?.id);
    await deduct("2027-03-13", "20.00", replacement?.id);
    expect(
      await t.db.$count(
        schema.replacementReviews,
        eq(schema.replacementReviews.merchantId, merchant.id),
      ),
    ).toBe(1);
  });

  test("goes to a new card with the same last day if its card is inactive", async () => {
    const { merchant, card, voucherOf, cancel, deduct } = await setting();
    const id = await deduct("2027-03-01", "50.00");
    await t.db.execute(`update vouchers set is_active = false where merchant_id = ${merchant.id}`);
    const { replacement } = await cancel("2027-03-02", id);
    expect(replacement).toMatchObject({ value: "50.00", endDate: "2027-03-11" });
    expect(await voucherOf(card.id)).toMatchObject({ remainingValue: "0.00" });
  });

  test("goes back to its card on the card's last day, whatever replacement is asked for", async () => {
    const { card, voucherOf, cancel, deduct } = await setting();
    const id = await deduct("2027-03-11", "20.00");
    expect((await cancel("2027-03-11", id, true)).replacement).toBeNull();
    expect(await voucherOf(card.id)).toMatchObject({ remainingValue: "50.00" });
  });
});

describe("C12: a reward's voucher was redeemed, and that is canceled", () => {
  async function redeemed() {
    const found = await setting();
    const { issuing, at, input } = found;
    const price = { reward: issuing.id, qty: 1, stamps: null };
    const reward = await redeemReward(at("2027-03-01"), { ...input, ...price });
    const voucher = reward.voucher?.id ?? 0;
    const redeem = async (id: number) =>
      (await redeemVoucher(at("2027-03-01"), { ...input, voucher: id })).redemption.id;
    return { ...found, reward: reward.redemption.id, voucher, redeem };
  }

  test("without a replacement, it does not stop the reward's cancel", async () => {
    const { reward, voucher, redeem, cancel } = await redeemed();
    await cancel("2027-03-01", await redeem(voucher));
    expect(await cancel("2027-03-01", reward)).toMatchObject({
      ...{ membership: { stamps: 20 }, withdrawn: [] },
    });
  });

  test("with a replacement, the reward's cancel withdraws that one", async () => {
    const { reward, voucher, redeem, cancel, voucherOf } = await redeemed();
    const { replacement } = await cancel("2027-03-01", await redeem(voucher), true);
    const canceled = await cancel("2027-03-01", reward);
    const withdrawn = [{ id: replacement?.id, code: replacement?.code }];
    expect(canceled).toMatchObject({ membership: { stamps: 20 }, withdrawn });
    expect(await voucherOf(replacement?.id)).toMatchObject({ isActive: false });
    expect(await cancel("2027-03-01", reward)).toMatchObject({ withdrawn });
  });

  test("with a replacement that is redeemed, the reward's cancel is refused and names it", async () => {
    const { reward, voucher, redeem, cancel } = await redeemed();
    const { replacement } = await cancel("2027-03-01", await redeem(voucher), true);
    const last = await redeem(replacement?.id ?? 0);
    expect(await refusalOf(cancel("2027-03-01", reward))).toMatchObject({
      ...{
        code: "voucher_already_redeemed",
        message: expect.stringContaining(`${replacement?.code}`),
      },
    });
    await cancel("2027-03-01", last);
    expect(await cancel("2027-03-01", reward)).toMatchObject({ membership: { stamps: 20 } });
  });
});
