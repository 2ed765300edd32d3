import type { CoreDeps } from "../context.ts";
import { sweepStaff } from "./staff.store.ts";

/** Forgets sessions that ended a day ago, and counts as old. Nothing depends on when it runs. */
export function forgetOldSessions(deps: CoreDeps): Promise<void> {
  return sweepStaff(deps.db, deps.clockOffsetMs);
}
