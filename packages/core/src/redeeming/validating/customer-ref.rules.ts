import type { Merchant } from "../../context.ts";
import { readIdentifier } from "../../customers/identifiers/identifier.rules.ts";
import { type Identifier, identifierForms } from "../../customers/types.ts";

/** Reads the identifier of an optional user. Without a user, returns a reference that matches no customer. */
export function customerRefOf(user: Identifier | null, { country }: Merchant) {
  return user === null
    ? { email: null, memberId: null, mobileNumber: null, firstId: null, id: null }
    : readIdentifier(user, identifierForms, country);
}
