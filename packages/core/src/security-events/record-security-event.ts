import type { CoreDeps } from "../context.ts";
import { insertEvent, prepareEvent } from "./insert.sql.ts";
import type { SecurityEvent } from "./types.ts";

/**
 * Records a security event. Equal failures, refusals, exports and exhausted budgets within a minute are one
 * row. Rejects if the database does. A caller that records a refusal must then still refuse the call.
 */
export async function recordSecurityEvent(deps: CoreDeps, event: SecurityEvent): Promise<void> {
  await insertEvent(deps.db, await prepareEvent(deps, event));
}
