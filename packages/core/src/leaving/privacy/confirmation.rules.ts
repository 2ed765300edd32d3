import type { Refusal } from "../../foundation/failures.ts";

type Named = {
  readonly id: number;
  readonly name: string;
  readonly memberId: string | null;
  readonly mobileNumber: string | null;
  readonly email: string | null;
};

/**
 * Refuses a confirmation that is neither the customer's name nor the id. A customer without a name is confirmed
 * by phone, email or Member ID. The command line uses the id.
 */
export function checkConfirmation(
  confirmation: string,
  { id, name, memberId, mobileNumber, email }: Named,
): Refusal | null {
  const typed = confirmation.trim();
  const names = name.trim() ? [name.trim()] : [mobileNumber, email, memberId];
  if (typed === String(id) || names.includes(typed)) return null;
  return {
    code: "invalid",
    field: "confirmation",
    message: "This is not what identifies the customer.",
    rule: "the customer's name is typed as it stands, or the phone, email or Member ID of one without a name",
  };
}
