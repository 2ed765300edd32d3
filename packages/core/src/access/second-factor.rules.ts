import type { Refusal } from "../failures.ts";
import { noMember } from "./member.rules.ts";

/** Somebody whose second factor may have to go, as a merchant sees them. */
export type Guarded = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly hasSecondFactor: boolean;
  /** Every merchant whom they work for. */
  readonly merchants: readonly number[];
};

/**
 * Whether somebody's second factor is for this merchant to take away. Their own only they give up, with
 * their password; and where another merchant trusts the account, too, its owners have no say here.
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

/** The refusal where there is nothing to take away. */
export const noFactor: Refusal = {
  code: "invalid",
  field: "userId",
  message: "They sign in with the password alone",
  rule: "the person has a second factor",
};
