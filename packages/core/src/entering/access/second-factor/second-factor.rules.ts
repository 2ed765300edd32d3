import type { Refusal } from "../../../foundation/failures.ts";
import { noMember } from "../members/member.rules.ts";

/** The person whose second factor is to be reset. */
export type FactorOwner = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly hasSecondFactor: boolean;
  /** The ids of all merchants that the person works for. */
  readonly merchants: readonly number[];
};

/**
 * Refuses a person who does not work here, the caller's own account, a person who also works for another
 * merchant, and a person without a second factor. Callers turn off their own factor with their password.
 */
export function checkFactorReset(
  person: FactorOwner | null,
  caller: { readonly merchantId: number; readonly userId: string },
): Refusal | null {
  if (!person?.merchants.includes(caller.merchantId)) return noMember;
  if (person.id === caller.userId)
    return {
      code: "invalid",
      field: "userId",
      message: "Turn off your own second factor in My account.",
      rule: "the second factor is a colleague's",
    };
  if (person.merchants.length > 1)
    return {
      code: "permission_denied",
      field: "userId",
      message:
        "This person also works for another merchant. Only the operator of Stampbook can reset their second factor.",
      rule: "the account belongs to this merchant's staff only",
    };
  return person.hasSecondFactor ? null : noFactor;
}

/** The refusal of a reset for a person without a second factor. */
export const noFactor: Refusal = {
  code: "invalid",
  field: "userId",
  message: "This person has no second factor",
  rule: "the person has a second factor",
};
