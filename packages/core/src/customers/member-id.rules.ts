import { isEmail } from "./change.rules.ts";

/**
 * What can be a Member ID: one rule for what is imported, written by staff and said in a booking, so
 * that nobody has one with which no table can be booked. An @ makes it an email or nothing.
 */
export function isMemberId(text: string): boolean {
  return text.trim() !== "" && !/\p{Cc}/u.test(text) && (!text.includes("@") || isEmail(text));
}
