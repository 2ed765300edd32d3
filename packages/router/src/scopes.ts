import { allows } from "@stampbook/core/access";
import type { KnownCaller, Scope } from "@stampbook/core/context";
import { Failure, notPermitted } from "@stampbook/core/failures";

/**
 * Throws `permission_denied` if a token lacks a scope that the call needs in addition to the scope of its
 * operation.
 */
export function checkScopes(caller: KnownCaller, needed: readonly Scope[]): void {
  if (caller.kind !== "token" || needed.every((scope) => allows(caller.scopes, scope))) return;
  throw new Failure({ ...notPermitted, rule: "the token's scopes", expected: needed.join(", ") });
}
