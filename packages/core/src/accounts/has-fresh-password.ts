import type { CoreDeps } from "../context.ts";
import { readPasswordCheck } from "./accounts.sql.ts";

/** Whether the password was confirmed in this session in the last five minutes. */
export function hasFreshPassword(deps: CoreDeps, sessionId: string): Promise<boolean> {
  return readPasswordCheck(deps.db, sessionId, deps.clockOffsetMs);
}
