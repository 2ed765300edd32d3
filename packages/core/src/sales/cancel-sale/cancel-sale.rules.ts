import { checkStaffCancel } from "../../access/roles/cashier.rules.ts";
import type { KnownCaller } from "../../context.ts";
import type { Customer, Membership } from "../../customers/types.ts";
import type { Refusal } from "../../failures.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import { checkIssued, type IssuedVoucher, withdrawnOf } from "../../vouchers/issued.rules.ts";
import { refuseRead } from "../reading/reading.rules.ts";
import type { Sale, SaleCanceled } from "../types.ts";

/** The age of a sale in hours, and the age from which cashiers may not cancel a sale. */
type SaleAge = { readonly ageHours: number; readonly cashierCancelHours: number };

/** The data that the statement reads for the rules below. */
export type CancelSaleSeen = {
  readonly sale: (Sale & SaleAge & { readonly store: { readonly id: number } }) | null;
  /** Null if the sale has no customer: it is Open, or was canceled while it was Open. */
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  /** Whether some of the customer's stamps may have expired without a ledger entry. */
  readonly isDue: boolean;
  /**
   * The stamps to take back. If stamps have expired since the sale, only a replay of the ledger shows the
   * number. Null until the call has the result of that replay.
   */
  readonly takes: number | null;
  /** The vouchers that the sale issued, and their replacements. Empty if the call keeps them. */
  readonly issued: readonly IssuedVoucher[];
  readonly kept: KeptOutcome | null;
};

/** The outcome of a cancel in stored form: `changed` replaces fields of the membership in `frame`. */
export type CancelSaleDone = {
  readonly frame: {
    readonly sale: Sale;
    readonly customer: Customer | null;
    readonly membership: Membership | null;
    /** `issued` as it was seen. Both are absent in outcomes of earlier versions. */
    readonly issued?: readonly IssuedVoucher[];
    readonly wasCanceled?: boolean;
  };
  readonly changed: Partial<Membership>;
};

/**
 * Refuses to cancel a sale that is unknown or of a store that is not the caller's. Refuses staff who give no
 * reason, and a cashier if the sale is too old for cashiers. Refuses if a voucher that the sale issued is
 * spent, and if the customer has spent the stamps that must go back. Null if the sale can be canceled, or was
 * canceled before.
 */
export function refuseCancelSale(
  { sale, membership, takes, issued }: CancelSaleSeen,
  caller: KnownCaller,
  reason: string | null,
): Refusal | null {
  const refusal = refuseRead(sale, caller);
  if (refusal) return refusal;
  if (!sale || sale.status === "Canceled") return null;
  const notByStaff = checkStaffCancel(caller, sale, reason, "Sales");
  if (notByStaff) return notByStaff;
  const isUsed = checkIssued(issued, "transaction");
  if (isUsed) return isUsed;
  if (!membership || takes === null) return null;
  if (membership.stamps >= takes) return null;
  return {
    code: "insufficient_stamps",
    message: "Transaction can't be canceled due to insufficient Stamps",
    rule: "the stamps of the sale are there to go back",
    expected: `${takes} stamps`,
    found: `${membership.stamps} stamps`,
    shortage: { needed: takes, remaining: membership.stamps, relatedRedemptions: [] },
  };
}

/**
 * Returns whether the caller, with this reason, may cancel a recent sale and an old sale. A sale is recent
 * while its age is below the merchant's `cashierCancelHours`.
 */
export function cancelSaleLimits(caller: KnownCaller, reason: string | null) {
  const may = (age: SaleAge) => checkStaffCancel(caller, age, reason, "Sales") === null;
  return {
    mayCancelRecent: may({ ageHours: 0, cashierCancelHours: 1 }),
    mayCancelOld: may({ ageHours: 1, cashierCancelHours: 1 }),
  };
}

/** Builds the answer of a call, or of its replay, from the stored `frame` and `changed`. */
export function canceledSale({ frame, changed }: CancelSaleDone): SaleCanceled {
  const { sale, customer, membership, issued = [], wasCanceled = false } = frame;
  return {
    ...{ sale, customer, membership: membership && { ...membership, ...changed } },
    withdrawn: withdrawnOf(issued, wasCanceled),
    replacements: [],
  };
}
