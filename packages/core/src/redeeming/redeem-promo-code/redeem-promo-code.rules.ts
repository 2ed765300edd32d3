import { checkGuesses, type Guesses } from "../../access/guesses/guesses.rules.ts";
import type { KnownCaller } from "../../context.ts";
import { firstRefusal, type Refusal } from "../../failures.ts";
import { checkAuthorization } from "../authorization.rules.ts";
import {
  type EnteringSeen,
  enter,
  type RedemptionFrame,
  type RedemptionSeen,
} from "../entering.rules.ts";
import { checkPromoCode, type PromoCode } from "../promo-code.rules.ts";
import type { PromoCodeUsed, RedeemInput } from "../types.ts";

/** Letter case in `promoCode` does not matter. */
export type RedeemPromoCodeInput = RedeemInput & { readonly promoCode: string };

/** The data for the rules of redeem-promo-code. */
export type PromoCodeSeen = RedemptionSeen & {
  readonly promoCode: PromoCode | null;
  /** The caller's wrong guesses in the current minute; null if there are none. */
  readonly guesses: Guesses | null;
};

/** The outcome of a redemption, as it is stored for the call's idempotency key. */
export type PromoCodeDone = {
  readonly frame: RedemptionFrame & { readonly promoCode?: PromoCodeUsed };
  readonly changed: object;
};

/**
 * Returns the first reason why the promo code cannot be redeemed, in the documented order; null if it can.
 */
export function refusePromoCode(
  seen: PromoCodeSeen,
  caller: KnownCaller,
  { channel, requestId }: RedeemPromoCodeInput,
): Refusal | null {
  return firstRefusal(
    refuseUnauthorizedPromoCode(seen, caller, channel),
    checkAuthorization(seen, requestId),
  );
}

/** Like `refusePromoCode`, but does not check the authorization. For validating a promo code. */
export function refuseUnauthorizedPromoCode(
  seen: Pick<PromoCodeSeen, keyof EnteringSeen | "promoCode" | "guesses">,
  caller: KnownCaller,
  channel: number | null,
): Refusal | null {
  const entering = enter(seen, caller);
  if (entering.refusal) return entering.refusal;
  const { store } = entering.entered;
  return firstRefusal(
    checkGuesses(seen.guesses),
    checkPromoCode(seen.promoCode, { store, channel }),
  );
}

/** Whether the refusal counts as a wrong guess of the caller. */
export function isWrongGuess({ code }: Refusal): boolean {
  return code === "invalid_promo_code";
}
