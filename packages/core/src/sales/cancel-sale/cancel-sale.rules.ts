import { checkStaffCancel } from "../../access/roles/cashier.rules.ts";
import type { KnownCaller } from "../../context.ts";
import type { Customer, Membership } from "../../customers/types.ts";
import type { Refusal } from "../../failures.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import { refuseRead } from "../reading/reading.rules.ts";
import type { Sale, SaleAdded } from "../types.ts";

/** How old a sale is, and from which age on cashiers may not cancel it. */
type SaleAge = { readonly ageHours: number; readonly cashierCancelHours: number };

/** What the rules of a cancel look at. */
export type CancelSaleSeen = {
  readonly sale: (Sale & SaleAge & { readonly store: { readonly id: number } }) | null;
  /** Null while the sale is Open. */
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  /** Whether stamps of the customer have expired without an entry in the ledger. */
  readonly isDue: boolean;
  /** The stamps to take back; null if some have expired, so that the ledger must be replayed to know. */
  readonly takes: number | null;
  readonly kept: KeptOutcome | null;
};

/** What a cancel wrote, as stored under its key. */
export type CancelSaleDone = {
  readonly frame: {
    readonly sale: Sale;
    readonly customer: Customer | null;
    readonly membership: Membership | null;
  };
  readonly changed: Partial<Membership>;
};

/**
 * Why a sale cannot be canceled, or null if it can, or was canceled before: it is unknown, of another
 * store, staff may not cancel it or give no reason, or its customer has spent what has to go back.
 */
export function refuseCancelSale(
  { sale, membership, takes }: CancelSaleSeen,
  caller: KnownCaller,
  reason: string | null,
): Refusal | null {
  const refusal = refuseRead(sale, caller);
  if (refusal) return refusal;
  if (!sale || sale.status === "Canceled") return null;
  const notByStaff = checkStaffCancel(caller, sale, reason, "Sales");
  if (notByStaff) return notByStaff;
  if (!membership || takes === null) return null;
  if (membership.stamps >= takes) return null;
  return {
    code: "insufficient_stamps",
    message: "Transaction can't be canceled due to insufficient Stamps",
    rule: "the stamps of the sale are there to go back",
    expected: `${takes} stamps`,
    found: `${membership.stamps} stamps`,
  };
}

/** Whether the caller may cancel, with this reason, what is recent or old for a cashier. */
export function cancelSaleLimits(caller: KnownCaller, reason: string | null) {
  const may = (age: SaleAge) => checkStaffCancel(caller, age, reason, "Sales") === null;
  return {
    mayCancelRecent: may({ ageHours: 0, cashierCancelHours: 1 }),
    mayCancelOld: may({ ageHours: 1, cashierCancelHours: 1 }),
  };
}

/** The outcome of a call, or of its replay. */
export function canceledSale({ frame, changed }: CancelSaleDone): SaleAdded {
  const { sale, customer, membership } = frame;
  return { sale, customer, membership: membership && { ...membership, ...changed } };
}
