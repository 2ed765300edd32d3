import type { CoreContext } from "../context.ts";
import type { Page, SortedPageInput } from "../paging.ts";
import { type SecurityEventFilter, selectEvents } from "./seen.sql.ts";
import type { SecurityEventSeen } from "./types.ts";

/** Returns the merchant's security events, by default newest first. */
export function listSecurityEvents(
  ctx: CoreContext,
  input: SecurityEventFilter & SortedPageInput,
): Promise<Page<SecurityEventSeen>> {
  return selectEvents(ctx, input);
}
