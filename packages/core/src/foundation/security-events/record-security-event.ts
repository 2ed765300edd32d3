import type { CoreDeps } from "../context.ts";
import { insertEvent, prepareEvent } from "./insert.sql.ts";
import type { SecurityEvent } from "./types.ts";

/**
 * Records a security event. Equal failures, refusals, exports and exhausted budgets within a minute are
 * stored as one row. Rejects on a database error. A caller that records a refusal must refuse its call even
 * if this function rejects.
 */
export async function recordSecurityEvent(deps: CoreDeps, event: SecurityEvent): Promise<void> {
  await insertEvent(deps.db, await prepareEvent(deps, event));
}
