import type { Merchant } from "../../context.ts";
import { readIdentifier } from "../../customers/identifiers/identifier.rules.ts";
import { type Identifier, identifierForms } from "../../customers/types.ts";

/** The meanings of an optional user; without one, a reference that no customer matches. */
export function customerRefOf(user: Identifier | null, { country }: Merchant) {
  return user === null
    ? { email: null, memberId: null, mobileNumber: null, firstId: null, id: null }
    : readIdentifier(user, identifierForms, country);
}
