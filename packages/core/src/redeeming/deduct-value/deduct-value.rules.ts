import type { KnownCaller } from "../../context.ts";
import { firstRefusal, type Refusal } from "../../failures.ts";
import { canBeHeld } from "../../vouchers/amount.rules.ts";
import {
  checkDynamic,
  checkOwner,
  checkValue,
  checkVoucher,
} from "../../vouchers/voucher.rules.ts";
import type { RedeemInput } from "../types.ts";
import {
  checkVoucherRedemption,
  type VoucherFrame,
  type VoucherSeen,
} from "../voucher-redemption.rules.ts";

/** `voucher` is the id of a voucher that the customer holds. */
export type DeductValueInput = RedeemInput & {
  readonly voucher: number;
  /** A decimal above zero, with at most two places. */
  readonly value: string;
};

/** The outcome of a deduction, as it is stored for the call's idempotency key. */
export type DeductionDone = {
  readonly frame: VoucherFrame;
  /** The rest of the value, a decimal with two places. */
  readonly changed: { readonly remaining: string };
};

/** Returns the first reason why the value cannot be deducted, in the documented order; null if it can. */
export function refuseDeduction(
  seen: VoucherSeen,
  caller: KnownCaller,
  { channel, requestId, value }: DeductValueInput,
): Refusal | null {
  return checkVoucherRedemption(
    seen,
    caller,
    requestId,
    (voucher, { store, customer }) =>
      firstRefusal(
        checkOwner(voucher, customer),
        checkDynamic(voucher),
        checkVoucher(voucher, { store, channel }),
      ),
    (voucher) => checkValue(voucher, value),
  );
}

/** Returns the value to send to the statement; null if it is too large for any voucher. */
export function holdableValue(value: string): string | null {
  return canBeHeld(value) ? value : null;
}
