import { checkGuesses } from "../../access/guesses/guesses.rules.ts";
import type { KnownCaller } from "../../context.ts";
import { firstRefusal, type Refusal, unknownCustomer } from "../../failures.ts";
import { checkStore } from "../../merchants/store.rules.ts";
import type { EnteringSeen } from "../entering.rules.ts";
import { checkPromoCode, type PromoCode } from "../promo-code.rules.ts";
import {
  type PromoCodeSeen,
  type RedeemPromoCodeInput,
  refuseUnauthorizedPromoCode,
} from "../redeem-promo-code/redeem-promo-code.rules.ts";

/** The promo code compares without case. Without a user, the limits of one customer are not looked at. */
export type ValidatePromoCodeInput = Pick<
  RedeemPromoCodeInput,
  "promoCode" | "store" | "channel"
> & { readonly user: RedeemPromoCodeInput["user"] | null };

/** What the rules of validate-promo-code look at. */
export type PromoCodeValidationSeen = Pick<
  PromoCodeSeen,
  keyof EnteringSeen | "promoCode" | "guesses"
>;

/** `reason` is null exactly if the promo code can be redeemed, apart from a PIN authorization. */
export type PromoCodeValidated = {
  readonly reason: Refusal | null;
  readonly promoCode: PromoCode;
};

/**
 * Why a promo code cannot be validated, or null: the store or the customer is unknown, there were too
 * many wrong guesses, or nothing has the code.
 */
export function refuseValidation(
  { store, customer, membership, guesses, promoCode }: PromoCodeValidationSeen,
  caller: KnownCaller,
  { user }: Pick<ValidatePromoCodeInput, "user">,
): Refusal | null {
  return firstRefusal(
    checkStore(store, caller),
    user === null || (customer && membership) ? null : unknownCustomer,
    checkGuesses(guesses),
    promoCode || !store ? null : checkPromoCode(null, { store, channel: null }),
  );
}

/** Why the promo code cannot be redeemed, by the rules of redeeming; null if it can. */
export function reasonAgainst(
  seen: PromoCodeValidationSeen,
  caller: KnownCaller,
  { user, channel }: Pick<ValidatePromoCodeInput, "user" | "channel">,
): Refusal | null {
  if (user !== null) return refuseUnauthorizedPromoCode(seen, caller, channel);
  const { store, promoCode } = seen;
  return checkStore(store, caller) ?? (store && checkPromoCode(promoCode, { store, channel }));
}
