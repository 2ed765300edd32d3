import { countGuess, guessInTurn, guessSubject } from "../../access/index.ts";
import { recordRefusal } from "../../audit/index.ts";
import { actorOf, type CoreContext } from "../../context.ts";
import { codeKeyOf } from "../../merchants/index.ts";
import { again, keyOf } from "../../writing/index.ts";
import { placeOf } from "../lookups.sql.ts";
import type { Redeemed } from "../types.ts";
import {
  isWrongGuess,
  promoCodeOutcome,
  type RedeemPromoCodeInput,
  refusePromoCode,
} from "./redeem-promo-code.rules.ts";
import { operation, type PromoCodeCall, redeemPromoCodes } from "./redeem-promo-code.sql.ts";

/**
 * Redeems a promo code for a customer, within its dates, hours, stores, channels and limits. Throws
 * what decisions, section 2, lists for store, user, promo_code and request_id. Interface R5.
 */
export async function redeemPromoCode(
  ctx: CoreContext,
  input: RedeemPromoCodeInput,
): Promise<Redeemed> {
  const { caller } = ctx;
  const { promoCode, channel, invoiceNumber, requestId } = input;
  const call: PromoCodeCall = {
    ...placeOf(caller, input),
    redemption: await ctx.ids.take(caller.merchant.id, "redemptions"),
    promoCode: codeKeyOf(promoCode),
    guessSubject: guessSubject(caller),
    channel,
    invoiceNumber,
    requestId,
    actor: actorOf(caller),
    ...keyOf(ctx),
  };
  const done = await guessInTurn(ctx, () =>
    again(ctx, {
      operation: { name: operation, statement: redeemPromoCodes, subjects, shared },
      call,
      refuse: (seen) => refusePromoCode(seen, caller, input),
      record: async ({ store, customer }, refusal) => {
        if (isWrongGuess(refusal)) await countGuess(ctx);
        const parties = { storeId: store?.id ?? null, customerId: customer?.id ?? null };
        await recordRefusal(ctx, { operation, subject: "a promo code", ...parties }, refusal);
      },
    }),
  );
  return promoCodeOutcome(done);
}

/** Many customers use a promo code in one batch. A second batch would only wait for its row. */
const shared = ({ promoCode }: PromoCodeCall) => [`promo code ${promoCode}`];

const subjects = ({ email, memberId, promoCode }: PromoCodeCall) => [
  `promo code ${promoCode} of ${email ?? memberId}`,
];
