import { allows } from "@stampbook/core/access";
import type { KnownCaller, Scope } from "@stampbook/core/context";
import { Failure, missingScope } from "@stampbook/core/failures";

type Needed = Exclude<Scope, "*">;

/** Throws `permission_denied` if a token lacks the scope; of several, one is enough. */
export function checkScope(caller: KnownCaller, needed: Needed | readonly Needed[]): void {
  if (caller.kind !== "token") return;
  const enough = [needed].flat();
  if (enough.some((scope) => allows(caller.scopes, scope))) return;
  throw new Failure(missingScope(enough.join(" or ")));
}
