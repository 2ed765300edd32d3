import type { CoreContext } from "../context.ts";
import type { Page, PageInput } from "../paging.ts";
import { type SecurityEventFilter, selectEvents } from "./seen.sql.ts";
import type { SecurityEventSeen } from "./types.ts";

/** The merchant's security events, newest first. */
export function listSecurityEvents(
  ctx: CoreContext,
  input: SecurityEventFilter & PageInput,
): Promise<Page<SecurityEventSeen>> {
  return selectEvents(ctx, input);
}
