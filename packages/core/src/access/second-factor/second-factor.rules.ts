import type { Refusal } from "../../failures.ts";
import { noMember } from "../members/member.rules.ts";

/** A person whose second factor may be reset, as a merchant sees them. */
export type Guarded = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly hasSecondFactor: boolean;
  /** Every merchant that they work for. */
  readonly merchants: readonly number[];
};

/**
 * Refuses a reset that is not this merchant's to make. People remove their own factor themselves, with
 * their password. If another merchant also relies on the account, this merchant's owners cannot reset
 * it.
 */
export function checkFactorReset(
  person: Guarded | null,
  by: { readonly merchantId: number; readonly userId: string },
): Refusal | null {
  if (!person?.merchants.includes(by.merchantId)) return noMember;
  if (person.id === by.userId)
    return {
      code: "invalid",
      field: "userId",
      message: "Your own second factor is switched off in My account.",
      rule: "the second factor is a colleague's",
    };
  if (person.merchants.length > 1)
    return {
      code: "permission_denied",
      field: "userId",
      message:
        "They work for another merchant, too: only whoever runs Stampbook can reset their second factor.",
      rule: "the account opens this merchant's console alone",
    };
  return person.hasSecondFactor ? null : noFactor;
}

/** The refusal if there is no factor to remove. */
export const noFactor: Refusal = {
  code: "invalid",
  field: "userId",
  message: "They sign in with the password alone",
  rule: "the person has a second factor",
};
