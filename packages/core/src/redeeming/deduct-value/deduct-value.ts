import type { CoreContext } from "../../context.ts";
import { expireIfDue } from "../../stamps/index.ts";
import { again } from "../../writing/index.ts";
import { redemptionCall } from "../call.sql.ts";
import { recordSeen } from "../record-seen.ts";
import type { VoucherRedeemed } from "../types.ts";
import { voucherOutcome } from "../voucher-redemption.rules.ts";
import { type DeductValueInput, holdableValue, refuseDeduction } from "./deduct-value.rules.ts";
import { type DeductionCall, deductValues, operation } from "./deduct-value.sql.ts";

/**
 * Deducts a value from a voucher with a dynamic value. The voucher is spent when nothing is left. Throws the
 * refusals of a redemption in docs/limits.md. Interface R3.
 */
export async function deductValue(
  ctx: CoreContext,
  input: DeductValueInput,
): Promise<VoucherRedeemed> {
  const { caller } = ctx;
  const { voucher, value, extraData, requestId } = input;
  const call: DeductionCall = {
    ...(await redemptionCall(ctx, input)),
    voucher,
    value: holdableValue(value),
    extraData,
    requestId,
  };
  const { frame, changed } = await again(ctx, {
    operation: { name: operation, statement: deductValues, subjects },
    call,
    settle: (seen) => expireIfDue(ctx, seen),
    refuse: (seen) => refuseDeduction(seen, caller, input),
    record: (seen, refusal) =>
      recordSeen(ctx, { operation, subject: `voucher ${voucher}` }, seen, refusal),
  });
  return voucherOutcome(frame, changed.remaining);
}

const subjects = ({ voucher }: DeductionCall) => [`voucher ${voucher}`];
