import { emailKeyOf } from "../../foundation/comparing.rules.ts";
import type { Refusal } from "../../foundation/failures.ts";
import type { MembershipStatus } from "./types.ts";

/** The fields of a customer that staff can change. */
export type CustomerFields = {
  readonly name: string;
  /** As `emailKeyOf` returns it, or as an earlier version stored it. */
  readonly email: string | null;
  /** E.164. */
  readonly mobileNumber: string | null;
  readonly memberId: string | null;
  readonly otherMemberIds: readonly string[];
  readonly gender: string;
  readonly address: string;
  /** `YYYY-MM-DD`. */
  readonly birthday: string | null;
  readonly notes: string;
  readonly isActive: boolean;
  readonly level: number;
  readonly status: MembershipStatus;
  readonly tags: readonly string[];
  readonly allowNewsletters: boolean;
  readonly allowSmsMarketing: boolean;
  readonly allowWhatsappMarketing: boolean;
};

/**
 * Whether a text has the form of an email address: without blanks and without the characters that are special
 * in a mail's header, at a domain of two labels or more. The address itself may not exist.
 */
export function isEmail(text: string): boolean {
  return emailForm.test(emailKeyOf(text));
}

// the last label has a letter, because the address of a machine is no domain
const emailForm =
  /^[^\p{Cc}\p{Z}<>()[\],;:"\\@]+@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/u;

/** The words about a text that is no email address. */
export const invalidEmail = { field: "email", message: "Please enter a valid email address." };

/**
 * Refuses an empty name and an invalid email address. A name that was empty before may stay so, and an email
 * that an earlier version accepted.
 */
export function refuseFields(
  fields: Pick<CustomerFields, "name" | "email">,
  /** The fields so far; null for a new customer. */
  before: Pick<CustomerFields, "name" | "email"> | null,
): Refusal | null {
  if (!fields.name.trim() && fields.name !== before?.name)
    return { code: "required", field: "name", message: "A customer needs a name" };
  if (fields.email !== null && fields.email !== before?.email && !isEmail(fields.email))
    return { code: "invalid", ...invalidEmail };
  return null;
}

/** The refusal of a level that the merchant does not have. */
export const unknownLevel: Refusal = {
  code: "invalid_choice",
  field: "level",
  message: "There is no such level.",
};

/** Refuses null, and a level that the merchant does not have. */
export function refuseLevel(level: number | null, levels: readonly number[]): Refusal | null {
  return level !== null && levels.includes(level) ? null : unknownLevel;
}
