import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import type { CustomerFields, Taken } from "./change.rules.ts";
import { toE164 } from "./mobile-number.rules.ts";

type Contacts = Pick<CustomerFields, keyof Taken>;

/** Identifiers as they are kept, of how they were written; an empty one is none. Refuses a number that is none. */
export function readContacts(
  { caller }: CoreContext,
  given: { readonly [Field in keyof Contacts]?: string | null | undefined },
): Contacts {
  const mobileNumber = given.mobileNumber?.trim()
    ? toE164(given.mobileNumber, caller.merchant.country)
    : null;
  if (given.mobileNumber?.trim() && mobileNumber === null)
    throw new Failure({
      code: "invalid_mobile_number",
      field: "mobileNumber",
      message: "Please enter a valid mobile phone number.",
    });
  return {
    email: given.email?.trim().toLowerCase() || null,
    memberId: given.memberId?.trim() || null,
    mobileNumber,
  };
}
