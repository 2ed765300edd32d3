import { isTypeable, memberIdKey } from "../../../foundation/comparing.rules.ts";
import type { Refusal } from "../../../foundation/failures.ts";
import { isEmail } from "../fields.rules.ts";

/**
 * Whether a text is a possible Member ID. Imports, staff, registrations and bookings share this rule, so that
 * every member can book with their Member ID. A text with @ is an email or invalid.
 */
export function isMemberId(text: string): boolean {
  const isWhole = text.trim() !== "" && isTypeable(text.trim());
  return isWhole && (!text.includes("@") || isEmail(text));
}

/** The message about a text that cannot be a Member ID. */
export const memberIdForm =
  "A Member ID has no control or invisible characters, no blanks other than spaces, and no @ unless it is an email address.";

/** Refuses a text that is no possible Member ID. */
export function refuseMemberId(memberId: string): Refusal | null {
  return isMemberId(memberId)
    ? null
    : { code: "invalid", field: "member_id", message: memberIdForm };
}

/** Removes each Member ID that equals an earlier one if case is ignored. */
export function distinctMemberIds(memberIds: readonly string[]): string[] {
  const keys = memberIds.map(memberIdKey);
  return memberIds.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
}
