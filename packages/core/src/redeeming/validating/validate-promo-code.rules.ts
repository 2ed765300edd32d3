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

/**
 * Letter case in `promoCode` does not matter. Without a user, only the store and the promo code are checked,
 * without the limit for one customer.
 */
export type ValidatePromoCodeInput = Pick<
  RedeemPromoCodeInput,
  "promoCode" | "store" | "channel"
> & { readonly user: RedeemPromoCodeInput["user"] | null };

/** The data for the rules of validate-promo-code. */
export type PromoCodeValidationSeen = Pick<
  PromoCodeSeen,
  keyof EnteringSeen | "promoCode" | "guesses"
>;

/** `reason` is null if the promo code can be redeemed. An authorization by PIN is not checked. */
export type PromoCodeValidated = {
  readonly reason: Refusal | null;
  readonly promoCode: PromoCode;
  readonly shown: PromoCodeShown;
};

/** What an answer shows of a promo code besides what the rules read. */
export type PromoCodeShown = {
  readonly description: string;
  /** Whether partial members of the merchant may redeem. */
  readonly partialMayRedeem: boolean;
};

/**
 * Returns why a promo code cannot be validated: an unknown store or customer, too many wrong guesses, or an
 * unknown code. Null if it can.
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

/** Returns why the promo code cannot be redeemed, by the rules of redeeming; null if it can. */
export function reasonAgainst(
  seen: PromoCodeValidationSeen,
  caller: KnownCaller,
  { user, channel }: Pick<ValidatePromoCodeInput, "user" | "channel">,
): Refusal | null {
  if (user !== null) return refuseUnauthorizedPromoCode(seen, caller, channel);
  const { store, promoCode } = seen;
  return checkStore(store, caller) ?? (store && checkPromoCode(promoCode, { store, channel }));
}
