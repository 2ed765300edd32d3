import type { KnownCaller } from "../../context.ts";
import type { Customer, Membership } from "../../customers/types.ts";
import type { Refusal } from "../../failures.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import { refuseRead } from "../reading/reading.rules.ts";
import type { Sale, SaleAdded } from "../types.ts";
import {
  type Modification,
  type ModifiedContent,
  modifyContent,
  type RecordedContent,
  type TooMuch,
} from "./modification.rules.ts";

/** The data that the statement reads for the rules below. */
export type ModifySaleSeen = {
  readonly sale: (Sale & RecordedContent & { readonly store: { readonly id: number } }) | null;
  /** Null if the sale has no customer: it is Open, or was canceled while it was Open. */
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  /** The membership's `entry_number`. Every change of the customer's ledger or sales raises it. */
  readonly entryNumber: number | null;
  /** Whether some of the customer's stamps may have expired without a ledger entry. */
  readonly isDue: boolean;
  /**
   * The most stamps that can go back: the stamps of the sale without those that expired. If stamps have
   * expired since the sale, only a replay of the ledger shows the number. Null until the call has the result
   * of that replay.
   */
  readonly returnable: number | null;
  readonly kept: KeptOutcome | null;
};

/** The outcome of a modification in stored form: `changed` replaces fields of the membership in `frame`. */
export type ModifySaleDone = {
  readonly frame: {
    readonly sale: Sale;
    readonly customer: Customer | null;
    readonly membership: Membership | null;
  };
  readonly changed: Partial<Membership>;
};

/** A sale after a modification, and the stamps to take back. */
type Modified = ModifiedContent & { readonly takes: number };

/**
 * Computes the sale after the modification. `takes` is the number of stamps that the sale no longer earns,
 * but at most `returnable`. Null if the sale is unknown, if too much is taken off, or without `returnable`.
 */
export function modifiedSale(
  { sale, returnable }: ModifySaleSeen,
  modification: Modification,
): Modified | null {
  if (!sale || returnable === null) return null;
  const content = modifyContent(sale, modification);
  if ("tooMuch" in content) return null;
  return { ...content, takes: Math.min(sale.stampsEarned - content.stampsEarned, returnable) };
}

/**
 * Refuses a sale that is unknown, Open, canceled, or of a store that is not the caller's. Refuses to take off
 * more than the sale has. Refuses if the customer has spent the stamps that must go back. Null if the sale
 * can be modified.
 */
export function refuseModifySale(
  seen: ModifySaleSeen,
  caller: KnownCaller,
  modification: Modification,
): Refusal | null {
  const { sale, membership } = seen;
  const refusal = refuseRead(sale, caller);
  if (refusal || !sale) return refusal;
  if (sale.status !== "Created") return notModifiable(sale);
  const content = modifyContent(sale, modification);
  if ("tooMuch" in content) return tooMuchTaken(content, modification);
  const takes = modifiedSale(seen, modification)?.takes ?? 0;
  if (!membership || membership.stamps >= takes) return null;
  return {
    code: "insufficient_stamps",
    message: "Transaction can't be modified due to insufficient Stamps",
    rule: "the stamps that the sale no longer earns are there to go back",
    expected: `${takes} stamps`,
    found: `${membership.stamps} stamps`,
  };
}

const notModifiable = ({ status }: Sale): Refusal => ({
  code: "invalid_transaction",
  message:
    status === "Canceled"
      ? "The transaction is canceled."
      : "The transaction has no customer yet: add it again with a user first.",
  rule: "the sale is its customer's, and not canceled",
  found: status,
});

function tooMuchTaken({ tooMuch, item }: TooMuch, { items }: Modification): Refusal {
  const line = `Line ${(item ?? 0) + 1}`;
  const product = items[item ?? 0]?.product;
  if (tooMuch === "product")
    return {
      code: "product_not_found",
      message: `${line}: the transaction has no product "${product}".`,
      rule: "the sale has the product",
    };
  const field = tooMuch === "quantity" ? "items" : tooMuch;
  return {
    code: "invalid",
    field: field === "total" ? "total_value" : field,
    message:
      tooMuch === "quantity"
        ? `${line}: fewer of "${product}" are left.`
        : `The transaction has less than that.`,
    rule: "no more is taken off than the sale has",
  };
}

/** Builds the answer of a call, or of its replay, from the stored `frame` and `changed`. */
export function saleModified({ frame, changed }: ModifySaleDone): SaleAdded {
  const { sale, customer, membership } = frame;
  return { sale, customer, membership: membership && { ...membership, ...changed } };
}
