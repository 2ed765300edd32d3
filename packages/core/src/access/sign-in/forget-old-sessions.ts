import type { CoreDeps } from "../../context.ts";
import { sweepStaff } from "./sessions.sql.ts";

/**
 * Deletes sessions, links and trusted devices that ended a day ago, and counters of that age. Nothing depends
 * on when it runs.
 */
export function forgetOldSessions(deps: CoreDeps): Promise<void> {
  return sweepStaff(deps.db, deps.clockOffsetMs);
}
