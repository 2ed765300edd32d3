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
 * Runs `work` in a transaction, and writes its audit entry in the same transaction. `work` must use only the
 * context that it is passed, and must not reserve ids. `change` returns the entry for the result of `work`,
 * or null if nothing changed. If the entry has an `event`, a security event is written, too.
 */
export async function onRecord<Done>(
  ctx: CoreContext,
  work: (inside: CoreContext) => Promise<Done>,
  change: (done: Done) => (Change & { readonly event?: SecurityAction }) | null,
): Promise<Done> {
  // before the transaction, which must not hold its connection while it waits for another one
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
