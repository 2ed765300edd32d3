import type { CoreDeps } from "../../context.ts";
import { sweepStaff } from "./sessions.sql.ts";

/** Deletes sessions that ended a day ago, and old counters. Nothing depends on when it runs. */
export function forgetOldSessions(deps: CoreDeps): Promise<void> {
  return sweepStaff(deps.db, deps.clockOffsetMs);
}
