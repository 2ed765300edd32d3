import { checkGuesses, type Guesses } from "../../access/guesses/guesses.rules.ts";
import type { KnownCaller } from "../../context.ts";
import { firstRefusal, type Refusal } from "../../failures.ts";
import {
  checkOwner,
  checkTemplate,
  checkVoucher,
  type HeldVoucher,
} from "../../vouchers/voucher.rules.ts";
import { type Entered, enter } from "../entering.rules.ts";
import type { RedeemInput } from "../types.ts";
import { checkVoucherRedemption, type VoucherSeen } from "../voucher-redemption.rules.ts";

/** Letter case in `voucherCode` does not matter. */
export type RedeemVoucherCodeInput = RedeemInput & {
  readonly voucherCode: string;
  /** The id of the template that the voucher must have; null is any. */
  readonly voucherTemplate: number | null;
};

/** The data for the rules of redeem-voucher-code, and the stored outcome of the call's idempotency key. */
export type VoucherCodeSeen = VoucherSeen & {
  /** The caller's wrong guesses in the current minute; null if there are none. */
  readonly guesses: Guesses | null;
};

/** Returns the first reason why the voucher cannot be redeemed, in the documented order; null if it can. */
export function refuseVoucherCode(
  seen: VoucherCodeSeen,
  caller: KnownCaller,
  { voucherTemplate, channel, requestId }: RedeemVoucherCodeInput,
): Refusal | null {
  // Checks the guesses before the voucher, so that a throttled caller does not learn whether the code exists.
  // Refusals of the store or the customer come first.
  const throttled = enter(seen, caller).refusal ? null : checkGuesses(seen.guesses);
  if (throttled) return throttled;
  return checkVoucherRedemption(seen, caller, requestId, (voucher, entered) =>
    firstRefusal(
      checkTemplate(voucher, voucherTemplate),
      checkVoucherByCode(voucher, entered, channel),
    ),
  );
}

/** Refuses a voucher that the customer cannot redeem by its code here and now. Otherwise returns null. */
export function checkVoucherByCode(
  voucher: HeldVoucher,
  { store, customer }: Pick<Entered, "store" | "customer">,
  channel: number | null,
): Refusal | null {
  return firstRefusal(
    checkOwner(voucher, customer, true),
    checkVoucher(voucher, { store, channel }),
  );
}
