import type { Customer, Identifier, Membership } from "../../people/customers/index.ts";
import type { StoreRef } from "../../running/merchants/index.ts";

/** The input of an award of stamps by hand. */
export type AwardInput = {
  readonly user: Identifier;
  readonly store: StoreRef | null;
  readonly stamps: number;
  readonly notes: string | null;
  /**
   * The last day of the stamps, `YYYY-MM-DD` in the merchant's time zone. If null, the merchant's setting
   * determines it.
   */
  readonly expiresOn: string | null;
};

export type Award = {
  readonly id: number;
  /** The number of stamps given. A cancel does not change it. */
  readonly stamps: number;
  readonly status: "Created" | "Canceled";
};

/** An award, with its customer and membership after the call. */
export type Awarded = {
  readonly award: Award;
  readonly customer: Customer;
  readonly membership: Membership;
};

/** The input of a deduction of stamps by hand. */
export type DeductionInput = {
  readonly user: Identifier;
  readonly stamps: number;
  readonly notes: string;
};

type Deduction = {
  readonly id: number;
  readonly stamps: number;
  readonly notes: string;
  /** When the stamps were taken, as ISO 8601. */
  readonly createdAt: string;
};

/** A deduction, with its customer and membership after the call. */
export type Deducted = {
  readonly deduction: Deduction;
  readonly customer: Customer;
  readonly membership: Membership;
};
