import type { CustomerRef, Identifier, IdentifierForm } from "../types.ts";
import { toE164 } from "./mobile-number.rules.ts";

/**
 * The possible meanings of an identifier in the forms that an operation lists; other forms stay null.
 * The look-up tries email, Member ID, mobile number and primary key, in this order. Decisions, section
 * 3.
 */
export function readIdentifier(
  identifier: Identifier,
  forms: readonly IdentifierForm[],
  country: string,
): CustomerRef {
  const listed = new Set(forms);
  if (typeof identifier === "number" && listed.has("id"))
    return { email: null, memberId: null, mobileNumber: null, id: identifier };
  const text = String(identifier).trim();
  return {
    email: listed.has("email") && text.includes("@") ? text.toLowerCase() : null,
    memberId: listed.has("memberId") ? text : null,
    mobileNumber: listed.has("mobileNumber") ? toE164(text, country) : null,
    id: listed.has("id") ? asKey(text) : null,
  };
}

/** Leading zeros belong to a Member ID: as a key, a mistyped one would match another customer. */
function asKey(text: string): number | null {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) return null;
  const key = Number(text);
  return Number.isSafeInteger(key) ? key : null;
}
