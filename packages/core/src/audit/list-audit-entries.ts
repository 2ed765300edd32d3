import type { CoreContext } from "../context.ts";
import type { Page, PageInput } from "../paging.ts";
import { type AuditEntry, type AuditFilter, selectEntries } from "./entry-list.sql.ts";

/** A page of the audit log, newest first. */
export function listAuditEntries(
  ctx: CoreContext,
  input: AuditFilter & PageInput,
): Promise<Page<AuditEntry>> {
  return selectEntries(ctx, input);
}
