import type { Customer, Identifier, Membership } from "../customers/index.ts";
import type { StoreRef } from "../merchants/index.ts";

/** Stamps to give by hand; absent parts are null. */
export type AwardInput = {
  readonly user: Identifier;
  readonly store: StoreRef | null;
  readonly stamps: number;
  readonly notes: string | null;
  /** The last day of the stamps, `YYYY-MM-DD` in the merchant's zone. Null: by the merchant's setting. */
  readonly expiresOn: string | null;
};

export type Award = {
  readonly id: number;
  /** The stamps that were given. A cancel does not change this number. */
  readonly stamps: number;
  readonly status: "Created" | "Canceled";
};

/** An award, with its customer and membership after the call. */
export type Awarded = {
  readonly award: Award;
  readonly customer: Customer;
  readonly membership: Membership;
};

/** Stamps to take by hand. */
export type DeductionInput = {
  readonly user: Identifier;
  readonly stamps: number;
  readonly notes: string;
};

export type Deduction = {
  readonly id: number;
  readonly stamps: number;
  readonly notes: string;
  /** ISO 8601. */
  readonly createdAt: string;
};

/** A deduction, with its customer and membership after the call. */
export type Deducted = {
  readonly deduction: Deduction;
  readonly customer: Customer;
  readonly membership: Membership;
};
