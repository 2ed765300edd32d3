import type { KnownCaller } from "../../../foundation/context.ts";
import type { Refusal } from "../../../foundation/failures.ts";
import type { Voucher } from "../../../holding/vouchers/types.ts";
import { addDays } from "../../../holding/vouchers/voucher.rules.ts";
import { mayActIn, otherStore } from "../../../running/merchants/store.rules.ts";
import type { RedemptionStatus } from "../types.ts";

/** The fields of a redemption that a cancel checks. */
export type CancelableRedemption = {
  readonly id: number;
  readonly kind: "reward" | "rewards" | "voucher" | "voucher_code" | "voucher_value" | "promo_code";
  readonly name: string;
  readonly status: RedemptionStatus;
  readonly storeId: number;
};

/** The age of a redemption, and the age from which a cashier may no longer cancel it, in hours. */
export type CancelAge = { readonly ageHours: number; readonly cashierCancelHours: number };

/**
 * Refuses a redemption that does not exist, or that is of a store in which the caller may not act. Otherwise
 * returns null.
 */
export function checkRedemption(
  redemption: CancelableRedemption | null,
  caller: KnownCaller,
): Refusal | null {
  if (!redemption)
    return {
      code: "redemption_not_found",
      message: "Redemption not found",
      rule: "redemption exists",
    };
  return mayActIn(caller, redemption.storeId) ? null : otherStore(caller, redemption.storeId);
}

/** Refuses an invoice number that several redemptions have. Null if it is allowed. */
export function checkOnlyOne(underInvoice: readonly number[]): Refusal | null {
  return underInvoice.length < 2
    ? null
    : {
        code: "invalid",
        field: "invoice_number",
        message: `Several redemptions have this invoice number: ${underInvoice.join(", ")}. Send the id of one.`,
        rule: "the invoice number is of one redemption",
      };
}

/**
 * Refuses to mark a replaced redemption as reviewed (`reviewReplacement`) if the caller may not act in its
 * store. Otherwise returns null.
 */
export function checkReviewedStore(storeId: number, caller: KnownCaller): Refusal | null {
  return mayActIn(caller, storeId) ? null : otherStore(caller, storeId);
}

/**
 * Whether a replacement for the redemption's voucher is possible. Only a voucher that was redeemed whole
 * stays spent after the cancel.
 */
export function isReplaceable(redemption: CancelableRedemption): boolean {
  return redemption.kind === "voucher" || redemption.kind === "voucher_code";
}

/**
 * Whether the value of a canceled deduction cannot go back to its voucher, because the voucher has ended or is
 * inactive. A new voucher then gets it.
 */
export function isReissued(
  { kind }: CancelableRedemption,
  voucher: Pick<Voucher, "endDate" | "isActive"> | null,
  today: string,
): boolean {
  if (kind !== "voucher_value" || !voucher) return false;
  return !voucher.isActive || (voucher.endDate !== null && voucher.endDate < today);
}

/**
 * Returns the last day of a replacement: the old voucher's last day, or tomorrow if tomorrow is later. Null
 * if the voucher never ends.
 */
export function lastDayOfReplacement(
  voucher: Pick<Voucher, "endDate">,
  today: string,
): string | null {
  const tomorrow = addDays(today, 1);
  if (voucher.endDate === null || voucher.endDate > tomorrow) return voucher.endDate;
  return tomorrow;
}
