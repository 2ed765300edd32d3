import type { KnownCaller } from "../../context.ts";
import { firstRefusal, type Refusal } from "../../failures.ts";
import { canBeHeld } from "../../vouchers/amount.rules.ts";
import {
  checkDynamic,
  checkOwner,
  checkValue,
  checkVoucher,
} from "../../vouchers/voucher.rules.ts";
import { heldVoucher, type VoucherSeen } from "../redeem-voucher/redeem-voucher.rules.ts";
import type { RedeemInput, VoucherRedeemed } from "../types.ts";
import {
  checkVoucherRedemption,
  tellVoucher,
  type VoucherTold,
} from "../voucher-redemption.rules.ts";

/** `voucher` is the id of a voucher that the customer holds. */
export type DeductValueInput = RedeemInput & {
  readonly voucher: number;
  /** A decimal above zero with two places at most. */
  readonly value: string;
};

/** What a deduction wrote, as it is kept under its key. */
export type DeductionDone = {
  readonly frame: VoucherTold;
  /** What is left of the value, a decimal with two places. */
  readonly changed: { readonly remaining: string };
};

/** Why the value cannot be deducted, in the documented order; null if it can. */
export function refuseDeduction(
  seen: VoucherSeen,
  caller: KnownCaller,
  { channel, requestId, value }: DeductValueInput,
): Refusal | null {
  const scene = { ...seen, voucher: heldVoucher(seen) };
  return checkVoucherRedemption(
    scene,
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

/** The value as the statement gets it: null if no voucher can hold so much. */
export function holdableValue(value: string): string | null {
  return canBeHeld(value) ? value : null;
}

/** The outcome, the first time and again. */
export function deductionOutcome({ frame, changed }: DeductionDone): VoucherRedeemed {
  const outcome = tellVoucher(frame);
  return { ...outcome, voucher: { ...outcome.voucher, remainingValue: changed.remaining } };
}
