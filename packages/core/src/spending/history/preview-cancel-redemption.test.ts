import { expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain } from "../../testing/index.ts";
import { cancelRedemption, deductValue, redeemReward, redeemVoucher } from "../redeeming/index.ts";
import { previewCancelRedemption } from "./preview-cancel-redemption.ts";

const t = harnessOfFile();

/** Redeems in the store `here` a reward that issues a gift card of 50.00. */
async function setting() {
  const merchant = await t.given.merchant();
  const [{ id: here }, { id: there }] = [
    await t.given.store(merchant),
    await t.given.store(merchant),
  ];
  const { id: user } = await t.given.customer(merchant, {}, { stamps: 10 });
  const template = await t.given.template(merchant, { value: "50.00", isDynamic: true });
  const { id: reward } = await t.given.reward(merchant, { voucherTemplateId: template.id });
  const ctx = t.as(merchant);
  const made = await redeemReward(ctx, {
    ...plain,
    ...{ user, reward, store: here, qty: 1, stamps: null },
  });
  const { withdrawn } = await previewCancelRedemption(ctx, made.redemption.id);
  const voucher = withdrawn[0]?.id ?? 0;
  const input = { ...plain, user, voucher };
  const deduct = async (store: number) =>
    (await deductValue(ctx, { ...input, store, value: "1.00" })).redemption.id;
  const redeem = async (store: number) =>
    (await redeemVoucher(ctx, { ...input, store })).redemption.id;
  const cancel = (redemptionId: number) =>
    cancelRedemption(ctx, { redemptionId, createReplacementVoucher: false });
  /** What a person limited to `here` reads, and what a person of all stores reads. */
  const previews = async () => {
    const read = async (as: typeof ctx) => {
      const { spentIssued } = await previewCancelRedemption(as, made.redemption.id);
      if (!spentIssued) return null;
      const { redemptions, isUsedElsewhere } = spentIssued;
      return { ids: redemptions.map(({ id }) => id), isUsedElsewhere };
    };
    return [await read(t.within(merchant, [here])), await read(ctx)];
  };
  return { here, there, deduct, redeem, cancel, previews };
}

test("a part that was used at another store is said without the redemption", async () => {
  const { here, there, deduct, cancel, previews } = await setting();
  const far = await deduct(there);
  expect(await previews()).toEqual([
    { ids: [], isUsedElsewhere: true },
    { ids: [far], isUsedElsewhere: false },
  ]);
  const near = await deduct(here);
  expect((await previews())[0]).toEqual({ ids: [near], isUsedElsewhere: true });
  await cancel(far);
  expect((await previews())[0]).toEqual({ ids: [near], isUsedElsewhere: false });
  await cancel(near);
  expect(await previews()).toEqual([null, null]);
});

test("C12: a voucher that was redeemed whole is in the way until that is canceled", async () => {
  const { here, there, deduct, redeem, cancel, previews } = await setting();
  const near = await deduct(here);
  const far = await redeem(there);
  expect(await previews()).toEqual([
    { ids: [near], isUsedElsewhere: true },
    { ids: [near, far], isUsedElsewhere: false },
  ]);
  await cancel(far);
  expect((await previews())[0]).toEqual({ ids: [near], isUsedElsewhere: false });
  await cancel(near);
  expect(await previews()).toEqual([null, null]);
});
