import type { Customer, Membership } from "../../../people/customers/index.ts";
import type { StoreRef } from "../../../running/merchants/index.ts";
import type { Modification, RecordedContent } from "../modify-sale/modification.rules.ts";
import type { Sale } from "../types.ts";

/** Goods that come back, as a POS sends them. */
export type ReturnInput = {
  readonly invoiceNumber: string;
  readonly store: StoreRef;
  /** The business day of the sale. Null: the newest one with the invoice number. */
  readonly businessDay: string | null;
  readonly returnInvoiceNumber: string;
  readonly returnStore: StoreRef;
  /** A moment in ISO 8601; null: now. */
  readonly returnedAt: string | null;
  readonly modification: Modification;
};

/** What a return did to a sale. Amounts are differences of 0 or less; stamps are counts of 0 or more. */
export type Returned = {
  readonly id: number;
  readonly createdAt: string;
  readonly returnInvoiceNumber: string;
  readonly total: string;
  readonly subtotal: string | null;
  /** The change of stamps that the call named, 0 or less; null if it named none. */
  readonly stampsNamed: number | null;
  /** The stamps that the sale earns less. */
  readonly stamps: number;
  /** The stamps that were taken, that the customer owes since, and that were let go. */
  readonly taken: number;
  readonly owed: number;
  readonly letGo: number;
  /** The sale as it was first recorded, before and after the return. */
  readonly root: RecordedContent;
  readonly original: RecordedContent;
  readonly modified: RecordedContent;
};

/** A return, with its sale, and the customer and membership after it; both are null without a customer. */
export type ReturnAdded = {
  readonly returned: Returned;
  readonly sale: Sale;
  readonly customer: Customer | null;
  readonly membership: Membership | null;
};
