import type { CoreContext } from "@stampbook/core/context";
import type { OpenHarness } from "@stampbook/core/testing";
import { cancelRedemption } from "../naive/cancel.ts";
import { redeemPromoCode } from "../naive/promo-codes.ts";
import { redeemMultipleRewards, redeemReward } from "../naive/rewards.ts";
import { deductValue, redeemVoucher, redeemVoucherCode } from "../naive/vouchers.ts";
import type { Told, Verbs } from "../verbs.ts";
import { gift, place } from "./place.ts";
import { type Race, times } from "./race.ts";

type Call = (ctx: CoreContext) => Promise<Told>;

const everythingAtOnce = (redemptionPinAuthorization: boolean): Race => ({
  name: `everything at once on one member, ${redemptionPinAuthorization ? "with" : "without"} PIN`,
  naive: {
    cancelRedemption,
    redeemPromoCode,
    redeemMultipleRewards,
    redeemReward,
    deductValue,
    redeemVoucher,
    redeemVoucherCode,
  },
  prepare: async (harness, verbs, clients) => {
    const scene = await place(harness, { stamps: 40, redemptionPinAuthorization });
    const calls = await menu(harness, verbs, scene);
    return {
      merchant: scene.merchant,
      calls: times(clients, () => pick(calls)),
      // any call may win, but no client may get an error, and the audit must find nothing
      judge: (outcomes) =>
        outcomes.flatMap((outcome) =>
          "broke" in outcome ? [`a client got ${outcome.broke}`] : [],
        ),
    };
  },
});

function pick<T>(from: readonly T[]): T {
  const one = from[Math.floor(Math.random() * from.length)];
  if (one === undefined) throw new TypeError("there is nothing to pick from");
  return one;
}

/** Makes calls of every operation on overlapping records, with some earlier redemptions to cancel. */
async function menu(
  harness: OpenHarness,
  verbs: Verbs,
  { merchant, customer, input }: Awaited<ReturnType<typeof place>>,
): Promise<Call[]> {
  const { given } = harness;
  const customerId = customer.id;
  const requests = await Promise.all(
    times(30, () => given.authorization(merchant, { customerId })),
  );
  const authorized = () => ({ ...input, requestId: pick(requests).requestId });
  const template = await given.template(merchant);
  const dynamic = await given.template(merchant, { isDynamic: true, value: "10.00" });
  const coffee = await given.reward(merchant, { stampsToRedeem: 1 });
  const carrying = await Promise.all(
    [template, dynamic].map(({ id }) =>
      given.reward(merchant, { stampsToRedeem: 2, voucherTemplateId: id }),
    ),
  );
  const held = { voucherTemplateId: template.id, customerId };
  const vouchers = await Promise.all(times(3, () => given.voucher(merchant, held)));
  const codes = await Promise.all(
    times(3, () => given.voucher(merchant, { ...held, customerId: null })),
  );
  const gifts = await Promise.all(times(2, () => gift(harness, merchant, customerId)));
  const promo = await given.promoCode(merchant, { maxUses: 6, maxUsesPerCustomer: 5 });

  const rewards: Call[] = [coffee, ...carrying].map(
    ({ id }) =>
      (ctx) =>
        verbs.redeemReward(ctx, { ...authorized(), reward: id, qty: 1, stamps: null }),
  );
  const several: Call = (ctx) =>
    verbs.redeemMultipleRewards(ctx, {
      ...input,
      rewards: [coffee, ...carrying].map(({ code }) => ({
        code,
        qty: 1,
        stamps: null,
        requestId: pick(requests).requestId,
      })),
    });
  const whole =
    (voucher: number): Call =>
    (ctx) =>
      verbs.redeemVoucher(ctx, { ...authorized(), voucher });
  const part =
    (voucher: number): Call =>
    (ctx) =>
      verbs.deductValue(ctx, { ...authorized(), voucher, value: "2.50" });
  const byCode =
    (voucherCode: string): Call =>
    (ctx) =>
      verbs.redeemVoucherCode(ctx, {
        ...authorized(),
        voucherCode,
        voucherTemplate: template.id,
      });
  const use: Call = (ctx) => verbs.redeemPromoCode(ctx, { ...authorized(), promoCode: promo.code });

  const before = [...rewards, several, ...gifts.map(({ id }) => part(id)), use, use];
  const ids: number[] = [];
  for (const call of before) {
    const told = await call(harness.as(merchant)).catch(() => null);
    if (told) ids.push(told.redemption.id);
  }
  const issued = [...((await harness.rows(merchant)).get("vouchers")?.values() ?? [])];
  const cancels = ids.map(
    (redemptionId): Call =>
      (ctx) =>
        verbs.cancelRedemption(ctx, { redemptionId, createReplacementVoucher: true }),
  );
  return [
    ...before,
    ...vouchers.map(({ id }) => whole(id)),
    ...gifts.flatMap(({ id }) => [whole(id), part(id)]),
    ...codes.map(({ code }) => byCode(code)),
    ...issued.flatMap(({ id }) => [whole(Number(id)), part(Number(id))]),
    ...cancels,
  ];
}

export const everything = everythingAtOnce(false);
export const everythingWithPin = everythingAtOnce(true);
