import type { KnownCaller } from "../../context.ts";
import type { Customer, Membership } from "../../customers/types.ts";
import type { Refusal } from "../../failures.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import { refuseRead } from "../reading/reading.rules.ts";
import type { Sale, SaleAdded } from "../types.ts";

/** What the rules of a cancel look at. */
export type CancelSaleSeen = {
  readonly sale: (Sale & { readonly store: { readonly id: number } }) | null;
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
 * store, or its customer has spent what has to go back.
 */
export function refuseCancelSale(
  { sale, membership, takes }: CancelSaleSeen,
  caller: KnownCaller,
): Refusal | null {
  const refusal = refuseRead(sale, caller);
  if (refusal) return refusal;
  if (sale?.status === "Canceled" || !membership || takes === null) return null;
  if (membership.stamps >= takes) return null;
  return {
    code: "insufficient_stamps",
    message: "Transaction can't be canceled due to insufficient Stamps",
    rule: "the stamps of the sale are there to go back",
    expected: `${takes} stamps`,
    found: `${membership.stamps} stamps`,
  };
}

/** The outcome of a call, or of its replay. */
export function canceledSale({ frame, changed }: CancelSaleDone): SaleAdded {
  const { sale, customer, membership } = frame;
  return { sale, customer, membership: membership && { ...membership, ...changed } };
}
