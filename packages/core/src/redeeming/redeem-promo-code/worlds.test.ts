import type { CoreContext, Merchant } from "../../context.ts";
import { failureKinds } from "../../failures.ts";
import { codeKeyOf } from "../../merchants/index.ts";
import { type Compared, compareWithAlone } from "../../testing/comparing/compare-with-alone.ts";
import { readShop, seeGuesses, seeRedemption } from "../../testing/comparing/read-shop.ts";
import { readPromoCodes } from "../../testing/comparing/read-subjects.ts";
import { testWorlds } from "../../testing/comparing/run-worlds.ts";
import type { OpenHarness } from "../../testing/index.ts";
import { makePromoCodeWorld } from "../../testing/worlds/make-promo-code-world.ts";
import { promoCodeWorlds } from "../../testing/worlds/promo-code-worlds.ts";
import {
  type PromoCodeSeen,
  type RedeemPromoCodeInput,
  refusePromoCode,
} from "./redeem-promo-code.rules.ts";
import { operation } from "./redeem-promo-code.sql.ts";
import { redeemPromoCode } from "./redeem-promo-code.ts";

async function read(t: OpenHarness, merchant: Merchant) {
  const shop = await readShop(t, merchant);
  const seePromoCode = await readPromoCodes(t, merchant);
  return (ctx: CoreContext, input: RedeemPromoCodeInput): PromoCodeSeen => {
    const common = seeRedemption(shop, operation, ctx, input);
    return {
      ...common,
      promoCode: seePromoCode(codeKeyOf(input.promoCode), common.customer),
      guesses: seeGuesses(shop, ctx),
    };
  };
}

const compared: Compared<RedeemPromoCodeInput, PromoCodeSeen> = {
  read,
  refuse: refusePromoCode,
  subjects: ({ promoCode, customer }) => [`promo code ${promoCode?.id} of ${customer?.id}`],
  shared: ({ promoCode }) => ({
    name: `promo code ${promoCode?.id}`,
    left: (promoCode?.maxUses ?? Number.POSITIVE_INFINITY) - (promoCode?.uses ?? 0),
  }),
  verb: redeemPromoCode,
  said: ({ promoCode }) => ({
    redemption: {
      ...{ kind: "promo_code", name: String(promoCode?.name) },
      ...{ stampsUsed: 0, extraData: null },
    },
    line: { promoCodeId: promoCode?.id },
  }),
};

const kinds = {
  all: [
    ...["again", "done", "forbidden", "kept", "no use left"],
    ...["invalid_promo_code", "promo_code_not_available", "promo_code_limit_reached"],
    ...["authorization_required", "membership_blocked", "too_many_attempts"],
  ],
};

testWorlds(promoCodeWorlds, kinds, async (t, facts, met) => {
  const outcomes = await compareWithAlone(t, () => makePromoCodeWorld(t, facts), compared);
  for (const { isDone, isAble, isFirst, refusal, seen } of outcomes) {
    if (isDone) met.add("done");
    if (isAble && !isFirst) met.add("again");
    if (isFirst && !isDone) met.add("no use left");
    if (seen.kept) met.add("kept");
    if (refusal) met.add(failureKinds[refusal.code] === "forbidden" ? "forbidden" : refusal.code);
  }
});
