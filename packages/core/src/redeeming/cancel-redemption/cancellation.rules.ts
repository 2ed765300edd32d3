import type { KnownCaller } from "../../context.ts";
import type { Refusal } from "../../failures.ts";
import { mayActIn, otherStore } from "../../merchants/store.rules.ts";
import type { Voucher } from "../../vouchers/types.ts";
import { addDays } from "../../vouchers/voucher.rules.ts";
import type { RedemptionStatus } from "../types.ts";

/** A redemption as a cancel looks at it. */
export type CancelableRedemption = {
  readonly id: number;
  readonly kind: "reward" | "rewards" | "voucher" | "voucher_code" | "voucher_value" | "promo_code";
  readonly name: string;
  readonly status: RedemptionStatus;
  readonly storeId: number;
};

/** How old a redemption is, and the age from which on a cashier may not cancel it. */
export type CancelAge = { readonly ageHours: number; readonly cashierCancelHours: number };

/** A voucher that the redemption issued. */
export type IssuedVoucher = {
  readonly id: number;
  readonly code: string;
  readonly isSpent: boolean;
};

/** Whether the redemption is there, and was made where the caller may act. */
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
  return mayActIn(caller, redemption.storeId) ? null : otherStore;
}

/** Whether the invoice number means one redemption. */
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

/** Whether a cancel there is the caller's to review. */
export function checkReviewedStore(storeId: number, caller: KnownCaller): Refusal | null {
  return mayActIn(caller, storeId) ? null : otherStore;
}

/** What the redemption issued can be taken back only while it is unspent. */
export function checkIssued(issued: readonly IssuedVoucher[]): Refusal | null {
  const spent = issued.find((voucher) => voucher.isSpent);
  return spent
    ? {
        code: "voucher_already_redeemed",
        message: `Voucher ${spent.code}, issued by this redemption, was already redeemed`,
        rule: "vouchers that the redemption issued are unspent",
        expected: "unspent",
        found: `voucher ${spent.id} is spent`,
      }
    : null;
}

/** Only a voucher that was redeemed whole stays spent, so only it has a replacement. */
export function isReplaceable(redemption: CancelableRedemption): boolean {
  return redemption.kind === "voucher" || redemption.kind === "voucher_code";
}

/** A replacement keeps the voucher's last day, and is good for one more day at least. */
export function lastDayOfReplacement(
  voucher: Pick<Voucher, "endDate">,
  today: string,
): string | null {
  if (voucher.endDate === null) return null;
  const tomorrow = addDays(today, 1);
  return voucher.endDate > tomorrow ? voucher.endDate : tomorrow;
}
