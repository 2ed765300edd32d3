import type { CoreDeps } from "../../context.ts";
import { sweepStaff } from "./sessions.sql.ts";

/**
 * Deletes sessions, links and trusted devices that ended more than a day ago, and counters of that age. Such
 * rows no longer have an effect, so the deletion may run at any time.
 */
export function forgetOldSessions(deps: CoreDeps): Promise<void> {
  return sweepStaff(deps.db, deps.clockOffsetMs);
}
