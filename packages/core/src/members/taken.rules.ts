import type { FailureCode, Refusal } from "../foundation/failures.ts";
import type { IdentifierEntry } from "../people/customers/index.ts";

/** The failure codes for identifiers that other members have. */
export const takenCodes: Readonly<Record<IdentifierEntry["form"], FailureCode>> = {
  email: "email_already_used",
  mobileNumber: "mobile_number_already_used",
  memberId: "member_id_already_used",
};

const codes = new Set(Object.values(takenCodes));

/** Whether a refusal says that another member has an identifier. */
export function isTaken({ code }: Pick<Refusal, "code">): boolean {
  return codes.has(code);
}
