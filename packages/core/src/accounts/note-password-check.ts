import type { CoreDeps } from "../context.ts";
import { markPasswordChecked } from "./accounts.sql.ts";

/** Records in a session that its person has just given the right password. */
export function notePasswordCheck(deps: CoreDeps, sessionId: string): Promise<void> {
  return markPasswordChecked(deps.db, sessionId, deps.clockOffsetMs);
}
