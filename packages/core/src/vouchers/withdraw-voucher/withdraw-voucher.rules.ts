import type { Refusal } from "../../failures.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import { unknownVoucher } from "../voucher.rules.ts";

/** The voucher to withdraw, and the reason for the audit log. */
export type WithdrawalInput = { readonly voucherId: number; readonly reason: string };

/** The data that the statement reads for the rules below, and the stored outcome of the idempotency key. */
export type WithdrawalSeen = {
  readonly voucher: { readonly isRedeemed: boolean; readonly isActive: boolean } | null;
  readonly kept: KeptOutcome | null;
};

/** The stored outcome of a withdrawal's idempotency key. Both objects are empty. */
export type WithdrawalDone = { readonly frame: object; readonly changed: object };

/** Refuses an unknown, a redeemed and an inactive voucher. */
export function refuseWithdrawal({ voucher }: WithdrawalSeen): Refusal | null {
  if (!voucher) return unknownVoucher;
  if (voucher.isRedeemed)
    return { code: "voucher_already_redeemed", message: "This voucher was already redeemed" };
  return voucher.isActive
    ? null
    : { code: "voucher_not_available", message: "This voucher is not active" };
}
