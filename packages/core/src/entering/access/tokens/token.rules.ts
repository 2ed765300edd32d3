import type { Refusal } from "../../../foundation/failures.ts";
import { mostOf } from "../../../foundation/limits.rules.ts";
import { type Scope, scopes } from "../../../foundation/scopes.rules.ts";
import type { TokenInput } from "./types.ts";

const SHOWN = 12;

/** Whether a word is one of the scopes. */
export function isScope(word: string): word is Scope {
  return scopes.some((scope) => scope === word);
}

/** Whether a token with these scopes may call an operation that needs `needed`. */
export function allows(granted: readonly Scope[], needed: Scope): boolean {
  return granted.includes("*") || granted.includes(needed);
}

/** Returns the first 12 characters of a secret. Lists show them to distinguish tokens. */
export function shownPrefix(secret: string): string {
  return secret.slice(0, SHOWN);
}

/** Refuses invalid input for a token. */
export function checkTokenInput(input: TokenInput): Refusal | null {
  if (!input.name.trim())
    return { code: "required", message: "A token needs a name", rule: "token has a name" };
  if ([...input.name].length > mostOf.name)
    return {
      code: "max_length",
      message: `A token's name has at most ${mostOf.name} characters`,
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
