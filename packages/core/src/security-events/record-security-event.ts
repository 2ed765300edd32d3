import type { CoreDeps } from "../context.ts";
import { insertEvent, prepareEvent } from "./insert.sql.ts";
import type { SecurityEvent } from "./types.ts";

/**
 * Records a security event. Equal failures, refusals, exports and exhausted budgets within a minute are one
 * row. Rejects if the database does: a caller that wants to refuse a call must then refuse it anyway.
 */
export async function recordSecurityEvent(deps: CoreDeps, event: SecurityEvent): Promise<void> {
  await insertEvent(deps.db, await prepareEvent(deps, event));
}
