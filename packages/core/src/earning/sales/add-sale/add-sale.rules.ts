import type { KnownCaller } from "../../../foundation/context.ts";
import { type Refusal, unknownCustomer } from "../../../foundation/failures.ts";
import type { KeptOutcome } from "../../../foundation/retries/index.ts";
import type { Customer, Membership } from "../../../people/customers/types.ts";
import { checkStore } from "../../../running/merchants/store.rules.ts";
import type { StoreNow } from "../../../running/merchants/types.ts";
import type { Sale, SaleAdded, SaleInput } from "../types.ts";

/** The data that the statement reads for the rules below. */
export type SaleSeen = {
  readonly store: StoreNow | null;
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  /** Whether some of the customer's stamps may have expired. */
  readonly isDue: boolean;
  /** Whether the sale's time is at most a year ago and at most a day ahead. */
  readonly isTimely: boolean;
  /**
   * The recorded sale with the call's store, invoice number and business day. If the call has no time, a sale
   * of the day before or after matches too, if it was within 24 hours of now. Null if no sale matches.
   */
  readonly existing: ExistingSale | null;
  readonly kept: KeptOutcome | null;
};

/** A recorded sale, with the parts that a repeated call must match. */
export type ExistingSale = Sale & {
  readonly digest: string;
  readonly customerId: number | null;
  readonly stampsSent: number | null;
};

/** The outcome of a call in stored form: `changed` replaces fields of the membership in `frame`. */
export type SaleDone = {
  readonly frame: {
    readonly sale: Sale;
    readonly customer: Customer | null;
    readonly membership: Membership | null;
  };
  readonly changed: Partial<Membership>;
};

/** The parts of a call that its rules need besides `SaleSeen`. */
type SaleAsked = Pick<SaleInput, "user" | "stamps" | "replaceCanceled"> & {
  readonly digest: string;
};

/**
 * Refuses a sale because of its store, its time, its customer, or another sale with its invoice number.
 * Allows a call that repeats the recorded sale, and a call that names a customer for an Open sale with the
 * same content. Null if the sale is allowed.
 */
export function refuseSale(seen: SaleSeen, caller: KnownCaller, input: SaleAsked): Refusal | null {
  const { store, customer, membership, isTimely, existing } = seen;
  const refusal = checkStore(store, caller);
  if (refusal) return refusal;
  if (!isTimely) return notTimely;
  if (input.user !== null && !(customer && membership)) return unknownCustomer;
  return existing && refuseOther(existing, customer, input);
}

/**
 * Refuses a call if the recorded sale with its invoice number is another sale, or was canceled and the call
 * does not replace it. Null if the call repeats the sale, names a customer for an Open sale with the same
 * content, or replaces a canceled one.
 */
export function refuseOther(
  existing: ExistingSale,
  customer: Customer | null,
  input: SaleAsked,
): Refusal | null {
  if (existing.status === "Canceled")
    return input.replaceCanceled ? null : canceledBefore(existing);
  if (isRepeated(existing, customer, input) || isClaimed(existing, input)) return null;
  return {
    code: "duplicate_invoice_number",
    message: "Another transaction has this invoice number",
    rule: "invoice number is new, or the sale is the same",
    found: `transaction ${existing.id}`,
    existingTransactionId: existing.id,
    existingTransactionStatus: existing.status,
  };
}

/** The refusal of a call whose sale was canceled: the call would answer stamps that the customer has not. */
const canceledBefore = ({ id, status }: ExistingSale): Refusal => ({
  code: "duplicate_invoice_number",
  message:
    "This invoice was canceled. Send replace_canceled to record a corrected sale under its number.",
  rule: "the sale with the invoice number was not canceled",
  found: `transaction ${id}`,
  existingTransactionId: id,
  existingTransactionStatus: status,
});

/** Returns the recorded sale with the customer's current data, if the call repeats the sale; else null. */
export function repeatSale(seen: SaleSeen, input: SaleAsked): SaleDone | null {
  const { existing, customer, membership } = seen;
  if (!existing || !isRepeated(existing, customer, input)) return null;
  return { frame: { sale: existing, customer, membership }, changed: {} };
}

/** Builds the answer of a call, or of its replay, from the stored `frame` and `changed`. */
export function saleOutcome({ frame, changed }: SaleDone): SaleAdded {
  const { sale, customer, membership } = frame;
  const { id, status, total, discount, people, stampsEarned } = sale;
  return {
    sale: { id, status, total, discount, people, stampsEarned },
    customer,
    membership: membership && { ...membership, ...changed },
  };
}

/**
 * Returns whether a call has the content, the customer and the stamps of the recorded sale, and the sale is
 * not canceled. A call without a
 * customer needs only the content, because another call can have named a customer for its Open sale since.
 */
export function isRepeated(
  existing: ExistingSale,
  customer: Customer | null,
  { digest, stamps, user }: SaleAsked,
): boolean {
  if (existing.status === "Canceled" || existing.digest !== digest) return false;
  if (user === null) return true;
  return existing.customerId === (customer?.id ?? null) && existing.stampsSent === stamps;
}

/** Returns true if the existing sale is Open with the call's content, and the call names a customer. */
function isClaimed({ status, digest }: ExistingSale, input: SaleAsked): boolean {
  return status === "Open" && input.user !== null && digest === input.digest;
}

const notTimely: Refusal = {
  code: "invalid",
  field: "created",
  message: "A time up to a year ago and at most a day ahead is expected.",
  rule: "the sale's time is within a year back and a day ahead",
};
