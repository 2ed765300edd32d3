import { emailKeyOf, storedCode } from "../../../foundation/comparing.rules.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import type { Identifiers } from "./identifiers.rules.ts";
import { distinctMemberIds } from "./member-id.rules.ts";
import { toE164 } from "./mobile-number.rules.ts";

/** Converts typed identifiers to stored form. An empty identifier becomes null. Refuses an invalid number. */
export function readContacts(
  { caller }: CoreContext,
  input: {
    readonly email?: string | null | undefined;
    readonly mobileNumber?: string | null | undefined;
    readonly memberId?: string | null | undefined;
    readonly otherMemberIds?: readonly string[] | undefined;
  },
): Identifiers {
  const mobileNumber = input.mobileNumber?.trim()
    ? toE164(input.mobileNumber, caller.merchant.country)
    : null;
  if (input.mobileNumber?.trim() && mobileNumber === null)
    throw new Failure({
      code: "invalid_mobile_number",
      field: "mobileNumber",
      message: "Please enter a valid mobile phone number.",
    });
  const memberId = storedCode(input.memberId ?? "");
  const others = (input.otherMemberIds ?? []).map(storedCode).filter(Boolean);
  return {
    email: emailKeyOf(input.email ?? "") || null,
    memberId: memberId || null,
    otherMemberIds: distinctMemberIds([memberId, ...others]).slice(1),
    mobileNumber,
  };
}
