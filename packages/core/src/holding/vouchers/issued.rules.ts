import type { Refusal } from "../../foundation/failures.ts";

/** A voucher that a redemption or a sale issued, or that replaces such a voucher. */
export type IssuedVoucher = {
  readonly id: number;
  readonly code: string;
  /** Whether the voucher was used, whole or in part, and not all of its redemptions were canceled. */
  readonly isSpent: boolean;
  readonly isOpen: boolean;
  readonly isActive: boolean;
};

/** A voucher that a cancel made inactive. */
export type WithdrawnVoucher = { readonly id: number; readonly code: string };

/** Refuses a cancel if a voucher that `issuer` issued is spent. Otherwise returns null. */
export function checkIssued(
  issued: readonly IssuedVoucher[],
  issuer: "redemption" | "transaction",
): Refusal | null {
  const spent = issued.find((voucher) => voucher.isSpent);
  return spent
    ? {
        code: "voucher_already_redeemed",
        message: `Voucher ${spent.code}, issued by this ${issuer}, was already redeemed`,
        rule: `vouchers that the ${issuer} issued are unspent`,
        expected: "unspent",
        found: `voucher ${spent.id} is spent`,
      }
    : null;
}

/**
 * Returns the vouchers that a cancel of all that issued them withdraws. If it was done before (`isCanceled`),
 * returns those that it has withdrawn.
 */
export function withdrawnOf(
  issued: readonly IssuedVoucher[],
  isCanceled: boolean,
): readonly WithdrawnVoucher[] {
  return issued
    .filter(({ isOpen, isActive }) => isOpen && isActive !== isCanceled)
    .map(({ id, code }) => ({ id, code }));
}
