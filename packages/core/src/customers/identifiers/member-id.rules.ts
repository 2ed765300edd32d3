import { isEmail } from "../fields.rules.ts";

/**
 * Whether a text is a possible Member ID. Imports, staff and bookings share this rule, so that every
 * member can book with their Member ID. A text with @ is an email or invalid.
 */
export function isMemberId(text: string): boolean {
  return text.trim() !== "" && !/\p{Cc}/u.test(text) && (!text.includes("@") || isEmail(text));
}
