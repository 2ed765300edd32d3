import { cancelRedemption } from "../naive/cancel.ts";
import { redeemPromoCode } from "../naive/promo-codes.ts";
import { place } from "./place.ts";
import { expectWinners, type Race, times, won } from "./race.ts";

export const promoTotal: Race = {
  name: "the same promo limit, in total",
  naive: { redeemPromoCode },
  prepare: async (harness, verbs, clients) => {
    const { merchant, input } = await place(harness);
    const customers = await Promise.all(times(10, () => harness.given.customer(merchant)));
    const { code } = await harness.given.promoCode(merchant, { maxUses: 7 });
    return {
      merchant,
      calls: times(clients, (n) => (ctx) => {
        const user = customers[n % customers.length]?.email ?? "";
        return verbs.redeemPromoCode(ctx, { ...input, user, promoCode: code });
      }),
      judge: (outcomes) =>
        expectWinners(outcomes, { from: 7, refused: ["promo_code_limit_reached"] }),
    };
  },
};

export const promoByCustomer: Race = {
  name: "the same promo limit, for each customer",
  naive: { redeemPromoCode },
  prepare: async (harness, verbs, clients) => {
    const { merchant, input } = await place(harness);
    const customers = await Promise.all(times(5, () => harness.given.customer(merchant)));
    const { code } = await harness.given.promoCode(merchant, { maxUsesPerCustomer: 2 });
    return {
      merchant,
      calls: times(clients, (n) => (ctx) => {
        const user = customers[n % customers.length]?.email ?? "";
        return verbs.redeemPromoCode(ctx, { ...input, user, promoCode: code });
      }),
      judge: async (outcomes) => {
        const uses = [...((await harness.rows(merchant)).get("promoCodeUses")?.values() ?? [])];
        return [
          ...expectWinners(outcomes, { from: 10, refused: ["promo_code_limit_reached"] }),
          ...uses.flatMap((each) =>
            each.uses === 2 ? [] : [`customer ${each.customerId} has used it ${each.uses} times`],
          ),
        ];
      },
    };
  },
};

export const cancelAgainstUse: Race = {
  name: "cancels of a promo code against its use by the same customer",
  naive: { redeemPromoCode, cancelRedemption },
  prepare: async (harness, verbs, clients) => {
    const { merchant, input } = await place(harness);
    const { code } = await harness.given.promoCode(merchant, { maxUses: 10 });
    const redeem = { ...input, promoCode: code };
    const ids = await Promise.all(
      times(
        10,
        async () => (await verbs.redeemPromoCode(harness.as(merchant), redeem)).redemption.id,
      ),
    );
    return {
      merchant,
      calls: times(clients, (n) => (ctx) => {
        const redemptionId = n % 2 ? ids[Math.floor(n / 2) % ids.length] : undefined;
        if (redemptionId === undefined) return verbs.redeemPromoCode(ctx, redeem);
        return verbs.cancelRedemption(ctx, { redemptionId, createReplacementVoucher: false });
      }),
      judge: (outcomes) => {
        const used = won(outcomes).filter(({ redemption }) => !ids.includes(redemption.id)).length;
        return [
          ...expectWinners(outcomes, {
            from: clients / 2,
            to: clients / 2 + 10,
            refused: ["promo_code_limit_reached"],
          }),
          ...(used > 10 ? [`${used} uses for 10 that were given back`] : []),
        ];
      },
    };
  },
};
