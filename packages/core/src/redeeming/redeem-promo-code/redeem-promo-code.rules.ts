import { checkGuesses, type Guesses } from "../../access/guesses/guesses.rules.ts";
import type { KnownCaller } from "../../context.ts";
import type { Customer, Membership } from "../../customers/index.ts";
import { firstRefusal, type Refusal } from "../../failures.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import { checkAuthorization } from "../authorization.rules.ts";
import { checkPromoCode, type PromoCode } from "../promo-code.rules.ts";
import { enter, type Scene } from "../scene.rules.ts";
import type { Redeemed, RedeemInput } from "../types.ts";

/** The promo code compares without case. */
export type RedeemPromoCodeInput = RedeemInput & { readonly promoCode: string };

/** What the rules of redeem-promo-code look at, and what is kept under the call's key. */
export type PromoCodeSeen = Scene & {
  readonly promoCode: PromoCode | null;
  /** The caller's wrong guesses in the current minute. */
  readonly guesses: Guesses | null;
  readonly kept: KeptOutcome | null;
};

/** What a redemption wrote, as it is kept under its key. */
export type PromoCodeDone = {
  readonly frame: {
    readonly saving: { readonly redemptionId: number; readonly name: string };
    readonly customer: Customer;
    readonly membership: Membership;
  };
  readonly changed: object;
};

/** Why the promo code cannot be redeemed, in the documented order; null if it can. */
export function refusePromoCode(
  seen: PromoCodeSeen,
  caller: KnownCaller,
  { channel, requestId }: RedeemPromoCodeInput,
): Refusal | null {
  const entered = enter(seen, caller);
  if ("refusal" in entered) return entered.refusal;
  const { store } = entered.decided;
  return firstRefusal(
    checkGuesses(seen.guesses),
    checkPromoCode(seen.promoCode, { store, channel }),
    checkAuthorization(seen, requestId),
  );
}

/** Whether a refusal means that the caller guessed at a code. */
export function isWrongGuess({ code }: Refusal): boolean {
  return code === "invalid_promo_code";
}

/** The outcome, the first time and again. */
export function promoCodeOutcome({ frame }: PromoCodeDone): Redeemed {
  const { saving, customer, membership } = frame;
  return {
    redemption: {
      id: saving.redemptionId,
      name: saving.name,
      stampsUsed: 0,
      status: "Created",
      extraData: null,
    },
    customer,
    membership,
  };
}
