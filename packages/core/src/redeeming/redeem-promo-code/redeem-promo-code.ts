import { countGuess, guessInTurn, guessParameters } from "../../access/index.ts";
import { recordSeen } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { codeKeyOf } from "../../merchants/index.ts";
import { expireIfDue } from "../../stamps/index.ts";
import { again } from "../../writing/index.ts";
import { redemptionCall } from "../call.sql.ts";
import { redeemed } from "../entering.rules.ts";
import type { PromoCodeRedeemed } from "../types.ts";
import {
  isWrongGuess,
  type RedeemPromoCodeInput,
  refusePromoCode,
} from "./redeem-promo-code.rules.ts";
import { operation, type PromoCodeCall, redeemPromoCodes } from "./redeem-promo-code.sql.ts";

/**
 * Redeems a promo code for a customer, within its dates, hours, stores, channels and limits. Throws the
 * refusals of a redemption in docs/limits.md. Interface R5.
 */
export async function redeemPromoCode(
  ctx: CoreContext,
  input: RedeemPromoCodeInput,
): Promise<PromoCodeRedeemed> {
  const { caller } = ctx;
  const { promoCode, requestId } = input;
  const call: PromoCodeCall = {
    ...(await redemptionCall(ctx, input)),
    promoCode: codeKeyOf(promoCode),
    ...guessParameters(ctx),
    requestId,
  };
  const { frame } = await guessInTurn(ctx, () =>
    again(ctx, {
      operation: { name: operation, statement: redeemPromoCodes, subjects, shared },
      call,
      settle: (seen) => expireIfDue(ctx, seen),
      refuse: (seen) => refusePromoCode(seen, caller, input),
      record: async (seen, refusal) => {
        if (isWrongGuess(refusal)) await countGuess(ctx);
        await recordSeen(ctx, { operation, subject: "a promo code" }, seen, refusal);
      },
    }),
  );
  return { ...redeemed(frame), promoCode: frame.promoCode ?? null };
}

/** Calls for one promo code can share a batch. A second batch would only wait for the code's row. */
const shared = ({ promoCode }: PromoCodeCall) => [`promo code ${promoCode}`];

const subjects = ({ email, memberId, promoCode }: PromoCodeCall) => [
  `promo code ${promoCode} of ${email ?? memberId}`,
];
