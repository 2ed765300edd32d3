import { inTransaction, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";
import { auditArm, auditParameters, type Change } from "./entry-list.sql.ts";
import { securityEventArm } from "./event-arm.sql.ts";
import type { SecurityAction } from "./security-actions.ts";

const insert = statement<null>(
  "insert_audit_entry",
  {
    done: sql`select 1`,
    entry: auditArm(sql`done`),
    event: securityEventArm(sql`done`, sql`${sql.placeholder("event")}::text`),
  },
  sql`null::json`,
);

/**
 * Runs several statements and writes their audit entry, in one transaction. `work` must use only the
 * context that it gets, and take no ids. `change` makes the entry from the result of `work`; null if
 * nothing changed. Its `event` is also recorded as a security event.
 */
export async function onRecord<Done>(
  ctx: CoreContext,
  work: (inside: CoreContext) => Promise<Done>,
  change: (done: Done) => (Change & { readonly event?: SecurityAction }) | null,
): Promise<Done> {
  // ids are taken by a statement of their own, which would wait for this transaction on the embedded database
  const reserved = await auditParameters(ctx, { action: "", subject: "" });
  return inTransaction(ctx.db, async (db) => {
    const done = await work({ ...ctx, db });
    const made = change(done);
    if (!made) return done;
    await run(db, insert, {
      ...reserved,
      event: made.event ?? null,
      auditAction: made.action,
      auditActor: made.actor ?? reserved.auditActor,
      auditSubject: made.subject,
      auditReason: made.reason ?? null,
      auditDetails: JSON.stringify(made.details ?? {}),
    });
    return done;
  });
}
