import type { CoreDeps, KnownCaller } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { noFreshPassword } from "./accounts.rules.ts";
import { hasFreshPassword } from "./accounts.sql.ts";

/** Refuses a caller in whose session no password was confirmed in the last five minutes. */
export async function requireFreshPassword(deps: CoreDeps, caller: KnownCaller): Promise<void> {
  const sessionId = caller.kind === "staff" ? caller.sessionId : undefined;
  if (!sessionId || !(await hasFreshPassword(deps, sessionId))) throw new Failure(noFreshPassword);
}
