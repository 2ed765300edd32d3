import type { CoreContext } from "../context.ts";
import type { Page, SortedPageInput } from "../paging.ts";
import { type AuditEntry, type AuditFilter, selectEntries } from "./entry-list.sql.ts";

/** Returns a page of the audit log, newest first by default. */
export function listAuditEntries(
  ctx: CoreContext,
  input: AuditFilter & SortedPageInput,
): Promise<Page<AuditEntry>> {
  return selectEntries(ctx, input);
}
