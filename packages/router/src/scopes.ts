import { allows } from "@stampbook/core/access";
import type { KnownCaller, Scope } from "@stampbook/core/context";
import { Failure, missingScope } from "@stampbook/core/failures";

/**
 * Throws `permission_denied` if a token lacks a scope that the call needs in addition to the scope of its
 * operation.
 */
export function checkScopes(caller: KnownCaller, needed: readonly Exclude<Scope, "*">[]): void {
  if (caller.kind !== "token") return;
  const missing = needed.find((scope) => !allows(caller.scopes, scope));
  if (missing) throw new Failure(missingScope(missing));
}
