import { sql } from "drizzle-orm";
import { auditOf } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { keyOf } from "../../../foundation/writing/index.ts";
import { spentVoucher, unknownVoucher } from "../../../holding/vouchers/index.ts";
import { audit, voucher } from "../../../machinery/facts/index.ts";
import { operation, send } from "../../../machinery/kernel/index.ts";

/** Withdraws vouchers. The words are for staff, and name no rule. */
export const withdrawals = operation({
  name: "vouchers.withdraw",
  statement: "withdraw_vouchers",
  call: {},
  sees: [voucher.foundById, audit.found],
  checks: [
    {
      voucherExists: {
        ...voucher.exists,
        isGuess: false,
        words: () => ({ message: unknownVoucher.message }),
      },
      voucherIsUnspent: {
        ...voucher.isUnspent,
        words: () => ({ message: spentVoucher.message }),
      },
      voucherIsActive: {
        ...voucher.isAvailable.voucherIsActive,
        words: () => ({ message: "This voucher is not active" }),
      },
    },
  ],
  once: ["voucherId"],
  locks: [voucher.onlyLocked],
  change: voucher.withdraw,
  writes: {
    entry: audit.entries({ action: "vouchers.withdraw", details: "json_build_object()" }),
  },
  frame: sql<object>`json_build_object()`,
  changed: sql<object>`json_build_object()`,
});

/** The voucher to withdraw, and the reason for the audit log. */
type WithdrawalInput = { readonly voucherId: number; readonly reason: string };

/**
 * Makes a voucher inactive, for example if it was issued by mistake or its code has leaked. Writes the reason
 * to the audit log. Value that was already spent stays spent. Throws `invalid_voucher`,
 * `voucher_already_redeemed`, and `voucher_not_available` for an inactive voucher.
 */
export async function withdrawVoucher(
  ctx: CoreContext,
  { voucherId, reason }: WithdrawalInput,
): Promise<void> {
  const call = {
    ...(await auditOf(ctx, { subject: `voucher ${voucherId}`, reason })),
    voucher: voucherId,
    ...keyOf(ctx),
  };
  await send(ctx, withdrawals, call, {
    subjects: ({ voucher }) => [`voucher ${voucher}`],
    recordedAs: null,
  });
}
