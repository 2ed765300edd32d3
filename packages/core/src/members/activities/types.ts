/** The kinds of activities, with what each shows. */
type Details = {
  readonly sale: {
    readonly id: number;
    readonly stamps: number;
    readonly status: "Created" | "Canceled";
    readonly invoiceNumber: string;
    readonly channel: number | null;
  };
  readonly redemption: {
    readonly stamps: number;
    readonly name: string;
    readonly status: "Created" | "Canceled";
    readonly channel: number | null;
  };
  readonly award: {
    readonly id: number;
    readonly stamps: number;
    readonly status: "Created" | "Canceled";
  };
  /** Stamps that staff gave or took. */
  readonly adjustment: { readonly id: number; readonly delta: number };
  readonly level: {
    readonly from: number;
    readonly to: number;
    readonly name: string;
    readonly isByHand: boolean;
  };
  readonly registration: object;
  readonly deduction: { readonly stamps: number; readonly notes: string };
  /** Amounts and stamps are differences, 0 or less. */
  readonly modification: {
    readonly id: number;
    readonly sale: number;
    readonly invoiceNumber: string;
    readonly channel: number | null;
    readonly total: string;
    readonly subtotal: string;
    readonly stamps: number;
    /** The part of `stamps` that was spent, and is owed or was let go. */
    readonly stampsOwed: number;
    readonly stampsLetGo: number;
    /** Null for a modification that is no return. */
    readonly returnInvoiceNumber: string | null;
  };
  readonly expiry: { readonly stamps: number };
};

/** Something that happened to a customer. */
export type Activity = {
  readonly [Kind in keyof Details]: {
    /** Unique for the customer. Larger is later. */
    readonly id: number;
    readonly createdAt: string;
    readonly kind: Kind;
    readonly detail: Details[Kind];
    readonly store: {
      readonly code: string;
      readonly name: string;
      readonly displayName: string;
    } | null;
  };
}[keyof Details];
