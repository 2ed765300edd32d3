import { auditOf } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { again, keyOf } from "../../writing/index.ts";
import { refuseWithdrawal, type WithdrawalInput } from "./withdraw-voucher.rules.ts";
import { operation, type WithdrawalCall, withdrawals } from "./withdraw-voucher.sql.ts";

/**
 * Makes a voucher inactive, for example if it was issued by mistake or its code has leaked. Writes the reason
 * to the audit log. Value that was already spent stays spent. Throws `invalid_voucher`,
 * `voucher_already_redeemed`, and `voucher_not_available` for an inactive voucher.
 */
export async function withdrawVoucher(ctx: CoreContext, input: WithdrawalInput): Promise<void> {
  const { voucherId, reason } = input;
  const call: WithdrawalCall = {
    ...(await auditOf(ctx, { subject: `voucher ${voucherId}`, reason })),
    voucher: voucherId,
    ...keyOf(ctx),
  };
  await again(ctx, {
    operation: { name: operation, statement: withdrawals, subjects },
    call,
    refuse: refuseWithdrawal,
  });
}

const subjects = ({ voucher }: WithdrawalCall) => [`voucher ${voucher}`];
