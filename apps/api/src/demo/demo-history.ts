import { addBooking } from "@stampbook/core/bookings";
import type { CoreContext } from "@stampbook/core/context";
import { Failure } from "@stampbook/core/failures";
import {
  cancelRedemption,
  deductValue,
  redeemMultipleRewards,
  redeemPromoCode,
  redeemReward,
  redeemVoucher,
  redeemVoucherCode,
} from "@stampbook/core/redeeming";

const KEMANG = 32;
const LOSARI = 33;
const at = { invoiceNumber: null, channel: 2, extraData: null, requestId: null };
const inKemang = { ...at, store: KEMANG };
const inLosari = { ...at, store: LOSARI };

/**
 * Records a day's redemptions, refusals and bookings of the demo merchant, with the functions that API calls
 * use.
 */
export async function makeDemoHistory(ctx: CoreContext, today: Date): Promise<void> {
  const ayu = { user: "ayu@example.com" };
  const kartika = { user: "M0111" };
  const one = { qty: 1, stamps: null };

  await redeemReward(ctx, { ...inKemang, ...kartika, reward: 1, ...one, qty: 2 });
  await redeemReward(ctx, { ...inKemang, ...kartika, reward: 3, ...one, stamps: 25 });
  const gift = await redeemReward(ctx, { ...inLosari, ...kartika, reward: 4, ...one });
  if (gift.voucher)
    await deductValue(ctx, {
      ...inLosari,
      ...kartika,
      voucher: gift.voucher.id,
      value: "37500.00",
      invoiceNumber: "INV-1042",
    });
  await redeemMultipleRewards(ctx, {
    ...kartika,
    store: KEMANG,
    rewards: [
      { code: "MI0017", qty: 3, stamps: null, requestId: null },
      { code: "MI0018", qty: 1, stamps: null, requestId: null },
    ],
    invoiceNumber: "INV-1043",
    channel: 2,
  });

  await redeemVoucherCode(ctx, {
    ...inKemang,
    user: "sari@example.com",
    voucherCode: "OPEN-0014",
    voucherTemplate: 12,
  });
  await redeemPromoCode(ctx, { ...inLosari, ...ayu, promoCode: "PROMOCODE" });
  const mistaken = await redeemPromoCode(ctx, { ...inKemang, ...ayu, promoCode: "ONCE" });
  await cancelRedemption(ctx, {
    redemptionId: mistaken.redemption.id,
    createReplacementVoucher: false,
  });
  const cold = await redeemVoucher(ctx, { ...inKemang, ...ayu, voucher: 5 });
  await cancelRedemption(ctx, {
    redemptionId: cold.redemption.id,
    createReplacementVoucher: true,
  });

  await refused(redeemVoucher(ctx, { ...inKemang, user: "sari@example.com", voucher: 6 }));
  await refused(redeemReward(ctx, { ...inKemang, user: "lukman@example.com", reward: 2, ...one }));
  await refused(redeemReward(ctx, { ...inKemang, user: "dewi@example.com", reward: 1, ...one }));

  const day = new Date(today.getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
  const evening = { date: day, time: "19:30", phone: "0812 0000 0101", notes: null };
  await addBooking(ctx, { ...evening, ...ayu, store: KEMANG, numberOfPeople: 4 });
  await addBooking(ctx, { ...evening, user: "M0111", store: LOSARI, numberOfPeople: 2 });
  await addBooking(ctx, {
    ...evening,
    user: "guest@example.com",
    store: KEMANG,
    numberOfPeople: 6,
    notes: "A birthday",
  });
}

/**
 * Awaits a call, and ignores its refusal. The demo needs a few refusals, so that the console's list of
 * refused calls is not empty.
 */
async function refused(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
}
