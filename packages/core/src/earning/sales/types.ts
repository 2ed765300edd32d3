import type { Voucher, WithdrawnVoucher } from "../../holding/vouchers/index.ts";
import type { Customer, Identifier, Membership } from "../../people/customers/index.ts";
import type { StoreRef } from "../../running/merchants/index.ts";

/** A line of a sale. Amounts are decimals of two places in strings. */
export type SaleLine = {
  readonly product: string;
  /** A decimal of three places. */
  readonly quantity: string;
  readonly subtotal: string;
  /** The stamps that the line earns, instead of stamps by its amount. Null: the line earns by its amount. */
  readonly stamps: number | null;
  readonly isEligible: boolean;
  /** Any JSON. */
  readonly extraData: unknown;
};

export type SalePayment = {
  /** The code of a method of payment. */
  readonly method: string;
  readonly value: string;
  readonly countsForLevels: boolean;
};

/** A sale as a POS sends it; absent parts are null. */
export type SaleInput = {
  readonly store: StoreRef;
  /** Null: the sale stays Open until a call names its customer. */
  readonly user: Identifier | null;
  readonly invoiceNumber: string;
  readonly people: number;
  /** A moment in ISO 8601; null: now. */
  readonly soldAt: string | null;
  readonly total: string;
  readonly subtotal: string | null;
  readonly discount: string | null;
  readonly serviceCharge: string | null;
  readonly tax: string | null;
  readonly channel: number | null;
  /** 1 Delivery, 2 Dine-in, 3 Take out, 4 E-Commerce, 5 Pickup */
  readonly type: number | null;
  readonly items: readonly SaleLine[];
  readonly payments: readonly SalePayment[];
  /** The number of stamps that the POS computed. Null: the POS sends none. */
  readonly stamps: number | null;
  readonly employeeCode: string | null;
  /** Any JSON. */
  readonly extraData: unknown;
  /** Whether the sale may take the place of a canceled sale with its invoice number. */
  readonly replaceCanceled?: boolean;
};

export type SaleStatus = "Created" | "Open" | "Canceled";

export type Sale = {
  readonly id: number;
  readonly status: SaleStatus;
  readonly total: string;
  readonly discount: string | null;
  readonly people: number;
  readonly stampsEarned: number;
  /** The part of `stampsEarned` that paid what the customer owed. */
  readonly stampsPaidOff: number;
};

/** A sale, with its customer and membership after the call. Both are null if the sale has no customer. */
export type SaleAdded = {
  readonly sale: Sale;
  readonly customer: Customer | null;
  readonly membership: Membership | null;
};

/**
 * A modified sale. `stampsLetGo` are the stamps that had to go back, were spent and were let go by the merchant's
 * setting.
 */
export type SaleModified = SaleAdded & { readonly stampsLetGo: number };

/**
 * A canceled sale. `withdrawn` are the vouchers that the sale issued and that are inactive now.
 * `replacements` are the vouchers that its canceled redemptions gave back.
 */
export type SaleCanceled = SaleModified & {
  readonly withdrawn: readonly WithdrawnVoucher[];
  readonly replacements: readonly Voucher[];
};
