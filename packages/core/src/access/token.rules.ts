import type { Scope } from "../context.ts";
import type { Refusal } from "../failures.ts";
import type { TokenInput } from "./types.ts";

/** Everything that a token can be allowed. Source: decisions, section 7. */
export const scopes: readonly Scope[] = [
  "redemptions",
  "vouchers",
  "pin",
  "password",
  "otp",
  "bookings",
  "*",
];

const LONGEST_NAME = 255;
const SHOWN = 12;

/** Whether a word is one of the scopes. */
export function isScope(word: string): word is Scope {
  return scopes.some((scope) => scope === word);
}

/** Whether a token with these scopes may do what needs that one. */
export function allows(granted: readonly Scope[], needed: Scope): boolean {
  return granted.includes("*") || granted.includes(needed);
}

/** How much of a secret lists show: enough to tell tokens apart, too little to search for the rest. */
export function shownPrefix(secret: string): string {
  return secret.slice(0, SHOWN);
}

/** Whether the token can be made, as far as its own words tell. */
export function checkTokenInput(input: TokenInput): Refusal | null {
  if (!input.name.trim())
    return { code: "required", message: "A token needs a name", rule: "token has a name" };
  if ([...input.name].length > LONGEST_NAME)
    return {
      code: "max_length",
      message: `A token's name has at most ${LONGEST_NAME} characters`,
      rule: "token name is short enough",
    };
  const unknown = input.scopes.filter((word) => !isScope(word));
  if (unknown.length || !input.scopes.length)
    return {
      code: "invalid_choice",
      message: `${unknown.length ? `Unknown scope ${unknown.join(", ")}` : "A token needs a scope"}: choose from ${scopes.join(", ")}`,
      rule: "scopes are known",
      expected: scopes.join(", "),
      found: input.scopes.join(", "),
    };
  return null;
}
