import type { CoreContext } from "../../context.ts";
import { expireIfDue } from "../../stamps/index.ts";
import { again } from "../../writing/index.ts";
import { redemptionCall } from "../call.sql.ts";
import { recordSeen } from "../record-seen.ts";
import type { VoucherRedeemed } from "../types.ts";
import { voucherOutcome } from "../voucher-redemption.rules.ts";
import { type RedeemVoucherInput, refuseVoucher } from "./redeem-voucher.rules.ts";
import { operation, redeemVouchers, type VoucherCall } from "./redeem-voucher.sql.ts";

/**
 * Redeems a voucher, once; of a dynamic value it spends all that is left. Throws what decisions,
 * section 2, lists for store, user, voucher and request_id. Interface R2.
 */
export async function redeemVoucher(
  ctx: CoreContext,
  input: RedeemVoucherInput,
): Promise<VoucherRedeemed> {
  const { caller } = ctx;
  const { voucher, extraData, requestId } = input;
  const call: VoucherCall = {
    ...(await redemptionCall(ctx, input)),
    voucher,
    extraData,
    requestId,
  };
  const { frame } = await again(ctx, {
    operation: { name: operation, statement: redeemVouchers, subjects },
    call,
    settle: (seen) => expireIfDue(ctx, seen),
    refuse: (seen) => refuseVoucher(seen, caller, input),
    record: (seen, refusal) =>
      recordSeen(ctx, { operation, subject: `voucher ${voucher}` }, seen, refusal),
  });
  return voucherOutcome(frame);
}

const subjects = ({ voucher }: VoucherCall) => [`voucher ${voucher}`];
