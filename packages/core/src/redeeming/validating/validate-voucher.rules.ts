import { checkGuesses } from "../../access/guesses/guesses.rules.ts";
import { allows } from "../../access/tokens/token.rules.ts";
import type { KnownCaller } from "../../context.ts";
import type { Customer } from "../../customers/index.ts";
import { firstRefusal, type Refusal, unknownCustomer } from "../../failures.ts";
import { checkStore } from "../../merchants/store.rules.ts";
import { checkOwner, checkVoucher, checkVoucherExists } from "../../vouchers/voucher.rules.ts";
import type { EnteringSeen } from "../entering.rules.ts";
import {
  checkVoucherByCode,
  type RedeemVoucherCodeInput,
  type VoucherCodeSeen,
} from "../redeem-voucher-code/redeem-voucher-code.rules.ts";
import { checkUnauthorizedVoucher, heldVoucherOf } from "../voucher-redemption.rules.ts";

/** Letter case in `voucherCode` does not matter. Without a user, only store and voucher are checked. */
export type ValidateVoucherInput = Pick<
  RedeemVoucherCodeInput,
  "voucherCode" | "store" | "channel"
> & { readonly user: RedeemVoucherCodeInput["user"] | null };

/** The data for the rules of validate-voucher. */
export type VoucherValidationSeen = Pick<
  VoucherCodeSeen,
  keyof EnteringSeen | "voucher" | "held" | "guesses"
> & {
  /** The voucher's holder; null if there is none, or if the answer does not show the holder. */
  readonly holder: Pick<Customer, "name" | "email" | "mobileNumber"> | null;
};

/** `reason` is null if the voucher can be redeemed by its code. An authorization by PIN is not checked. */
export type VoucherValidated = {
  readonly reason: Refusal | null;
  readonly voucher: NonNullable<VoucherValidationSeen["voucher"]>;
  /** Null if nobody holds the voucher, if its holder is anonymized, or if the caller may not see members. */
  readonly holder: VoucherValidationSeen["holder"];
};

/** Whether answers to this caller contain the holder of a voucher. Interface 2, section 1. */
export function canSeeHolder(caller: KnownCaller): boolean {
  return caller.kind === "staff" || allows(caller.scopes, "members");
}

/**
 * Returns why a voucher cannot be validated: an unknown store or customer, too many wrong guesses, an unknown
 * code, or a voucher of another customer. Null if it can.
 */
export function refuseVoucherValidation(
  seen: VoucherValidationSeen,
  caller: KnownCaller,
  { user }: Pick<ValidateVoucherInput, "user">,
): Refusal | null {
  const { store, customer, membership, guesses } = seen;
  const voucher = heldVoucherOf(seen);
  return firstRefusal(
    checkStore(store, caller),
    user === null || (customer && membership) ? null : unknownCustomer,
    checkGuesses(guesses),
    checkVoucherExists(voucher),
    voucher && customer && checkOwner(voucher, customer, true),
  );
}

/** Returns why the voucher cannot be redeemed, by the rules of redeeming; null if it can. */
export function reasonAgainstVoucher(
  seen: VoucherValidationSeen,
  caller: KnownCaller,
  { user, channel }: Pick<ValidateVoucherInput, "user" | "channel">,
): Refusal | null {
  if (user !== null)
    return checkUnauthorizedVoucher(seen, caller, (voucher, entered) =>
      checkVoucherByCode(voucher, entered, channel),
    );
  const { store } = seen;
  const voucher = heldVoucherOf(seen);
  return (
    checkStore(store, caller) ?? (store && voucher && checkVoucher(voucher, { store, channel }))
  );
}
