import type { Voucher } from "../../holding/vouchers/types.ts";
import { type RedemptionFrame, redeemed } from "./redeemed.rules.ts";
import type { ExtraData, VoucherRedeemed } from "./types.ts";

/** The part `frame` of a stored outcome, for every way to redeem a voucher. */
type VoucherFrame = RedemptionFrame & {
  readonly saving: {
    /** The value that was left before the redemption; null if the value is not dynamic. */
    readonly left: string | null;
    readonly extraData: ExtraData | null;
  };
  readonly voucher: Voucher;
};

/** Returns the outcome of a call or of its replay. `remaining` is the rest of a dynamic value. */
export function voucherOutcome(frame: VoucherFrame, remaining = "0.00"): VoucherRedeemed {
  const { left } = frame.saving;
  const voucher = left === null ? frame.voucher : { ...frame.voucher, remainingValue: remaining };
  return { ...redeemed(frame), voucher, valueBefore: left };
}
