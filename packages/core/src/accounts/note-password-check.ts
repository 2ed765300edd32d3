import type { CoreDeps } from "../context.ts";
import { markPasswordChecked } from "./accounts.sql.ts";

/** Records in the session that the right password was given just now. */
export function notePasswordCheck(deps: CoreDeps, sessionId: string): Promise<void> {
  return markPasswordChecked(deps.db, sessionId, deps.clockOffsetMs);
}
