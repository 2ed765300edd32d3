import type { Refusal } from "../failures.ts";
import type { MembershipStatus } from "./types.ts";

/** The fields of a customer that staff can change. */
export type CustomerFields = {
  readonly name: string;
  /** Lower-cased. */
  readonly email: string | null;
  /** E.164. */
  readonly mobileNumber: string | null;
  readonly memberId: string | null;
  readonly otherMemberIds: readonly string[];
  readonly gender: string;
  readonly address: string;
  /** `YYYY-MM-DD`. */
  readonly birthday: string | null;
  readonly isActive: boolean;
  readonly level: number;
  readonly status: MembershipStatus;
  readonly tags: readonly string[];
  readonly allowNewsletters: boolean;
  readonly allowSmsMarketing: boolean;
  readonly allowWhatsappMarketing: boolean;
};

/** Whether a text has the form of an email address. The address itself may not exist. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text);
}

/** Refuses an invalid email address, and an empty name. A name that was empty before may stay so. */
export function refuseFields(
  fields: Pick<CustomerFields, "name" | "email">,
  /** The name so far; null for a new customer. */
  nameBefore: string | null,
): Refusal | null {
  if (!fields.name.trim() && fields.name !== nameBefore)
    return { code: "required", field: "name", message: "A customer needs a name" };
  if (fields.email !== null && !isEmail(fields.email))
    return { code: "invalid", field: "email", message: "Please enter a valid email address." };
  return null;
}

/** Refuses null, and a level that the merchant does not have. */
export function refuseLevel(level: number | null, levels: readonly number[]): Refusal | null {
  return level !== null && levels.includes(level)
    ? null
    : { code: "invalid_choice", field: "level", message: "There is no such level." };
}
