import { expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain } from "../../../testing/index.ts";
import { redeemReward } from "../redeem-reward/redeem-reward.ts";
import { cancelRedemption } from "./cancel-redemption.ts";

// Tests that a cancel deletes the idempotency key that was made from the redemption's invoice number.

const t = harnessOfFile();

/**
 * Makes a merchant where the same redemption can be made only once for an invoice number. Redemption ids
 * begin at 1.
 */
async function setting() {
  const merchant = await t.given.merchant({ oneRedemptionPerInvoice: true });
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 100 });
  const reward = await t.given.reward(merchant, { stampsToRedeem: 3 });
  const input = { ...plain, user: customer.email, store: store.id, reward: reward.id };
  const redeem = async (invoiceNumber: string, ctx = t.as(merchant)) => {
    const call = { ...input, invoiceNumber, qty: 1, stamps: null };
    return (await redeemReward(ctx, call)).redemption.id;
  };
  const cancel = (redemptionId: number, ctx = t.as(merchant)) =>
    cancelRedemption(ctx, { redemptionId, createReplacementVoucher: false });
  const keys = async () => [...((await t.rows(merchant)).get("idempotencyKeys")?.values() ?? [])];
  return { merchant, redeem, cancel, keys };
}

test("it deletes the key of its redemption, and no other, nor one that the caller sent", async () => {
  const [one, other] = [await setting(), await setting()];
  const [first, second] = [await one.redeem("INV-1"), await one.redeem("INV-2")];
  const third = await one.redeem("INV-3", t.keyed(one.merchant, "k"));
  expect(await other.redeem("INV-1")).toBe(first);
  await one.cancel(first);
  await one.cancel(third);
  const left = (await one.keys()).map(({ key, redemptionId }) =>
    key === "k" ? key : redemptionId,
  );
  expect(new Set(left)).toEqual(new Set(["k", second]));
  expect((await other.keys()).map(({ redemptionId }) => redemptionId)).toEqual([first]);
  expect(await one.redeem("INV-2")).toBe(second);
  expect(await one.redeem("INV-1")).not.toBe(first);
});

test("a second cancel leaves the key of what was redeemed in between", async () => {
  const { redeem, cancel, keys } = await setting();
  const first = await redeem("INV-1");
  await cancel(first);
  const second = await redeem("INV-1");
  await cancel(first);
  expect((await keys()).map(({ redemptionId }) => redemptionId)).toEqual([second]);
});
