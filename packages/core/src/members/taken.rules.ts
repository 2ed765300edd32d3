import type { FailureCode, Refusal } from "../foundation/failures.ts";
import type { Identifiers } from "../people/customers/index.ts";

/** The failure codes for identifiers that other members have, by the customer's field. */
export const takenCodes: Readonly<Record<keyof Identifiers, FailureCode>> = {
  email: "email_already_used",
  mobileNumber: "mobile_number_already_used",
  memberId: "member_id_already_used",
  otherMemberIds: "member_id_already_used",
};

const codes = new Set(Object.values(takenCodes));

/**
 * Whether a refusal says that another member has an identifier. The caller learns that the identifier exists, so
 * it counts as a wrong guess.
 */
export function isTaken({ code }: Pick<Refusal, "code">): boolean {
  return codes.has(code);
}
