import { checkGuesses, type Guesses } from "../../access/guesses/guesses.rules.ts";
import type { KnownCaller } from "../../context.ts";
import { firstRefusal, type Refusal } from "../../failures.ts";
import { checkOwner, checkVoucher, checkVoucherExists } from "../../vouchers/voucher.rules.ts";
import { enter } from "../entering.rules.ts";
import type { RedeemInput } from "../types.ts";
import { checkVoucherRedemption, type VoucherSeen } from "../voucher-redemption.rules.ts";

/** `voucher` is the id of a voucher that the customer holds. */
export type RedeemVoucherInput = RedeemInput & { readonly voucher: number };

/** The data for the rules, with the caller's wrong guesses in the current minute. */
export type NamedVoucherSeen = VoucherSeen & {
  /** Null if the call names the voucher by its id, or if there are no guesses. */
  readonly guesses: Guesses | null;
};

/** Returns the first reason why the voucher cannot be redeemed, in the documented order; null if it can. */
export function refuseVoucher(
  seen: VoucherSeen,
  caller: KnownCaller,
  { channel, requestId }: RedeemVoucherInput,
): Refusal | null {
  return checkVoucherRedemption(seen, caller, requestId, (voucher, { store, customer }) =>
    firstRefusal(checkOwner(voucher, customer), checkVoucher(voucher, { store, channel })),
  );
}

/**
 * Like `refuseVoucher`, for a voucher that is named by its code. A voucher that nobody holds is refused as
 * unknown, because redeem-voucher redeems only vouchers that the customer holds. redeem-voucher-code redeems
 * the others too.
 */
export function refuseVoucherByCode(
  seen: NamedVoucherSeen,
  caller: KnownCaller,
  { channel, requestId }: Pick<RedeemInput, "channel" | "requestId">,
): Refusal | null {
  // Checks the guesses before the voucher, so that a throttled caller does not learn whether the code exists.
  // Refusals of the store or the customer come first.
  const throttled = enter(seen, caller).refusal ? null : checkGuesses(seen.guesses);
  if (throttled) return throttled;
  return checkVoucherRedemption(seen, caller, requestId, (voucher, { store, customer }) =>
    firstRefusal(
      checkVoucherExists(voucher.customerId === null ? null : voucher),
      checkOwner(voucher, customer),
      checkVoucher(voucher, { store, channel }),
    ),
  );
}
