import type { CoreDeps } from "../context.ts";
import { deletePinSessions } from "./sessions.sql.ts";

/** Ends all sessions that a person's PIN opened. */
export function endPinSessions(deps: CoreDeps, userId: string): Promise<void> {
  return deletePinSessions(deps.db, userId);
}
