import { emailKeyOf, memberIdKey } from "../../../foundation/comparing.rules.ts";
import type { CustomerRef, Identifier, IdentifierForm } from "../types.ts";
import { toE164 } from "./mobile-number.rules.ts";

/**
 * Reads an identifier in each of the given forms. A form that is not given or does not fit is null. The
 * look-up tries email, Member ID, mobile number and primary key, in this order. For a JSON number it tries
 * the primary key first. Decisions, section 3.
 */
export function readIdentifier(
  identifier: Identifier,
  forms: readonly IdentifierForm[],
  country: string,
): CustomerRef {
  const listed = new Set(forms);
  const isKey = typeof identifier === "number" && listed.has("id");
  const text = String(identifier).trim();
  return {
    email: listed.has("email") && text.includes("@") ? emailKeyOf(text) : null,
    memberId: listed.has("memberId") ? memberIdKey(text) : null,
    mobileNumber: listed.has("mobileNumber") ? toE164(text, country) : null,
    firstId: isKey ? identifier : null,
    id: listed.has("id") && !isKey ? asKey(text) : null,
  };
}

/**
 * Reads a text as a primary key, or returns null. Digits with leading zeros are never a key, because a
 * mistyped Member ID could then match another customer.
 */
function asKey(text: string): number | null {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) return null;
  const key = Number(text);
  return Number.isSafeInteger(key) ? key : null;
}
