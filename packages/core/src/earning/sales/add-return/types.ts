import type {
  HeldVoucherListed,
  IssuedVoucher,
  WithdrawnVoucher,
} from "../../../holding/vouchers/index.ts";
import type { Customer, Membership } from "../../../people/customers/index.ts";
import type { StoreRef } from "../../../running/merchants/index.ts";
import type { Modification, RecordedContent } from "../modify-sale/modification.rules.ts";
import type { Sale } from "../types.ts";

/** Goods that come back, as a POS sends them. */
export type ReturnInput = {
  /** The sale's id. Without it, its invoice number, store and day identify it. */
  readonly saleId?: number;
  readonly invoiceNumber: string;
  readonly store: StoreRef;
  /** The business day of the sale. Null: the newest one with the invoice number. */
  readonly businessDay: string | null;
  readonly returnInvoiceNumber: string;
  readonly returnStore: StoreRef;
  /** A moment in ISO 8601; null: now. */
  readonly returnedAt: string | null;
  readonly modification: Modification;
  /** Vouchers that were spent with the sale and get their value back, which is above 0. */
  readonly vouchers: readonly {
    readonly line: number;
    readonly code: string;
    readonly value: string;
  }[];
  /** Whether the redemptions with the sale's invoice number are canceled before stamps are taken. */
  readonly cancelsRedemptions: boolean;
  /** A voucher to issue to the customer; null: none. */
  readonly issue: { readonly templateId: number; readonly value: string | null } | null;
  /** Whether the vouchers that the sale issued stay valid, even if nothing is left of its total. */
  readonly keepsIssuedVouchers: boolean;
  /** Why, by staff. */
  readonly reason?: string | null;
};

/** What goes with a return: canceled redemptions, vouchers that got value back, and the issued one. */
export type Others = {
  readonly canceledRedemptions: readonly number[];
  readonly returnedVouchers: readonly HeldVoucherListed[];
  readonly issuedVoucher: HeldVoucherListed | null;
};

/** What a return did to a sale. Amounts are differences of 0 or less; stamps are counts of 0 or more. */
export type Returned = {
  readonly id: number;
  readonly createdAt: string;
  readonly returnInvoiceNumber: string;
  readonly total: string;
  readonly subtotal: string | null;
  /** The change of stamps that the call named; null if it named none, or the sale accepts none from the POS. */
  readonly stampsNamed: number | null;
  /** The stamps that the sale earns less; below 0 if some were added. */
  readonly stamps: number;
  /** The stamps that were taken, that the customer owes since, and that were let go. */
  readonly taken: number;
  readonly owed: number;
  readonly letGo: number;
  /** The sale as it was first recorded, before and after the return. */
  readonly root: RecordedContent;
  readonly original: RecordedContent;
  readonly modified: RecordedContent;
  /** The vouchers that the sale issued, if they became inactive. Absent in returns of earlier versions. */
  readonly issued?: readonly IssuedVoucher[];
  /** Absent in returns of earlier versions. */
  readonly others?: Others;
};

/** A return, with its sale, and the customer and membership after it; both are null without a customer. */
export type ReturnAdded = {
  readonly returned: Returned;
  readonly sale: Sale;
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  /** The vouchers that became inactive, because nothing is left of the sale that issued them. */
  readonly withdrawn: readonly WithdrawnVoucher[];
};
