import { actorOf, type CoreContext } from "../context.ts";
import type { CallOf } from "../writing/index.ts";
import type { Change } from "./entry-list.sql.ts";

// Columns and SQL of the audit entry of a call, for operations that are written in batches (`writing/`).

/** The columns of a call whose statement writes an audit entry. */
export const auditColumns = {
  auditId: "bigint",
  actor: "text",
  subject: "text",
  reason: "text | null",
  address: "text | null",
} as const;

/** Returns the values of `auditColumns`. Reserves the id of the entry. */
export async function auditOf(
  ctx: CoreContext,
  { subject, reason = null }: Pick<Change, "subject" | "reason">,
): Promise<CallOf<typeof auditColumns>> {
  return {
    auditId: await ctx.ids.take(ctx.caller.merchant.id, "audit_entries"),
    actor: actorOf(ctx.caller),
    subject,
    reason,
    address: ctx.origin?.address ?? null,
  };
}

/**
 * Returns SQL that inserts an audit entry for each row `d` of the CTE `rows`. The CTE needs the columns `n`
 * and `now`. `details` is a JSON expression over `d` and the call `c`. `subject` is a text expression, for a
 * subject that only the statement can find out; the default is the call's column `subject`. Without `action`,
 * the calls have a column `action`.
 */
export const insertAuditEntries = (entries: {
  readonly action?: string;
  readonly rows: string;
  readonly details: string;
  readonly subject?: string;
}) => `
  insert into audit_entries as e (merchant_id, id, action, actor, subject, reason, details, address,
    created_at)
  select $1, c.audit_id, ${entries.action ? `'${entries.action}'` : "c.action"}, c.actor, ${entries.subject ?? "c.subject"}, c.reason, ${entries.details},
    c.address, d.now
  from ${entries.rows} d join calls c on c.n = d.n
  returning e.id`;
