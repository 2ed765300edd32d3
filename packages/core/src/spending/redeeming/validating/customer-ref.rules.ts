import type { Merchant } from "../../../foundation/context.ts";
import { readIdentifier } from "../../../people/customers/identifiers/identifier.rules.ts";
import { type Identifier, identifierForms } from "../../../people/customers/types.ts";

/** Reads the identifier of an optional user. Without a user, returns a reference that matches no customer. */
export function customerRefOf(user: Identifier | null, { country }: Merchant) {
  return user === null
    ? { email: null, memberId: null, mobileNumber: null, firstId: null, id: null }
    : readIdentifier(user, identifierForms, country);
}
