/** A customer identifier in a call's input: a JSON number or a string. */
export type Identifier = string | number;

/** The forms of an identifier, in the order in which a string is looked up. */
export const identifierForms = ["email", "memberId", "mobileNumber", "id"] as const;

export type IdentifierForm = (typeof identifierForms)[number];

/** The possible meanings of an identifier. A form is null if the identifier cannot have it. */
export type CustomerRef = {
  /** Lower-cased. */
  readonly email: string | null;
  readonly memberId: string | null;
  /** E.164. */
  readonly mobileNumber: string | null;
  /** A JSON number as a primary key, which is tried before the other forms. */
  readonly firstId: number | null;
  /** Digits in a string as a primary key, which is tried last. */
  readonly id: number | null;
};

export type Customer = {
  readonly id: number;
  /** The primary Member ID. The profile has the others. */
  readonly memberId: string | null;
  readonly name: string;
  readonly gender: string;
  readonly address: string;
  readonly isActive: boolean;
  readonly email: string | null;
  readonly mobileNumber: string | null;
  readonly pictureUrl: string | null;
  /** `YYYY-MM-DD`. */
  readonly birthday: string | null;
};

export type Membership = {
  readonly level: number;
  readonly levelName: string;
  /** 100 Active, 200 Inactive, 300 Suspended. */
  readonly status: MembershipStatus;
  readonly stamps: number;
  /** Stamps that had to go back, were spent, and are not paid off yet. */
  readonly stampsOwed: number;
  /** A decimal with two places. */
  readonly balance: string;
  readonly tags: readonly string[];
  readonly referralCode: string;
  /** `YYYY-MM-DD`. */
  readonly startDate: string | null;
  /** `YYYY-MM-DD`, in the merchant's zone. */
  readonly createdOn: string;
  readonly isBlocked: boolean;
  /**
   * Whether the member has no name and may therefore not redeem. Only batch statements
   * (`machinery/facts/member.ts`) read this field.
   */
  readonly needsName?: boolean;
};

export type MembershipStatus = 100 | 200 | 300;
