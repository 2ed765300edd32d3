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

/** The promo code compares without case. */
export type RedeemPromoCodeInput = RedeemInput & { readonly promoCode: string };

/** What the rules of redeem-promo-code look at. */
export type PromoCodeSeen = RedemptionSeen & {
  readonly promoCode: PromoCode | null;
  /** The caller's wrong guesses in the current minute. */
  readonly guesses: Guesses | null;
};

/** What a redemption wrote, as stored for its idempotency key. */
export type PromoCodeDone = {
  readonly frame: RedemptionFrame & { readonly promoCode?: PromoCodeUsed };
  readonly changed: object;
};

/** Why the promo code cannot be redeemed, in the documented order; null if it can. */
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

/** As `refusePromoCode`, without the authorization: for validating a promo code before it is redeemed. */
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

/** Whether a refusal means that the caller guessed at a code. */
export function isWrongGuess({ code }: Refusal): boolean {
  return code === "invalid_promo_code";
}
