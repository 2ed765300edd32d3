import { checkGuesses, type Guesses } from "../../access/guesses/guesses.rules.ts";
import type { KnownCaller } from "../../context.ts";
import { firstRefusal, type Refusal } from "../../failures.ts";
import { checkOwner, checkVoucher, checkVoucherExists } from "../../vouchers/voucher.rules.ts";
import { enter } from "../entering.rules.ts";
import type { RedeemInput } from "../types.ts";
import { checkVoucherRedemption, type VoucherSeen } from "../voucher-redemption.rules.ts";

/** `voucher` is the id of a voucher that the customer holds. */
export type RedeemVoucherInput = RedeemInput & { readonly voucher: number };

/** What the rules look at, with the caller's wrong guesses in the current minute. */
export type NamedVoucherSeen = VoucherSeen & {
  /** Null if the call names the voucher by its id. */
  readonly guesses: Guesses | null;
};

/** Why the voucher cannot be redeemed, in the documented order; null if it can. */
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
 * As `refuseVoucher`, for a voucher that is named by its code. A voucher that nobody holds counts as unknown,
 * because the code alone must not give it to anybody here.
 */
export function refuseVoucherByCode(
  seen: NamedVoucherSeen,
  caller: KnownCaller,
  { channel, requestId }: Pick<RedeemInput, "channel" | "requestId">,
): Refusal | null {
  // a throttled caller learns about store and customer, but nothing about the code
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
