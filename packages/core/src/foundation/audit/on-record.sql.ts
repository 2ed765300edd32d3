import { inTransaction, isDatabaseError, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";
import { Failure, tooBusy } from "../failures.ts";
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

/** How often a change is tried. After each deadlock, or lost race for a unique value, it begins again. */
const MOST_TRIES = 5;

type Recorded = Change & { readonly event?: SecurityAction };

/**
 * Runs `work` in a transaction, and writes its audit entry in the same transaction. `work` must use only the
 * context that it is passed, and must not reserve ids. `change` returns the entry for the result of `work`,
 * or null if nothing changed. If the entry has an `event`, a security event is written, too. After a deadlock,
 * or if another call has just written the same unique value, all of it begins again, so that `work` reads what
 * the other call wrote. Throws `overloaded` after `MOST_TRIES`.
 */
export async function onRecord<Done>(
  ctx: CoreContext,
  work: (inside: CoreContext) => Promise<Done>,
  change: (done: Done) => Recorded | null,
): Promise<Done> {
  // before the transaction, which must not hold its connection while it waits for another one
  const reserved = await auditParameters(ctx, { action: "", subject: "" });
  for (let tries = 0; tries < MOST_TRIES; tries++)
    try {
      return await inTransaction(ctx.db, async (db) => {
        const done = await work({ ...ctx, db });
        const made = change(done);
        if (made) await run(db, insert, entryOf(reserved, made));
        return done;
      });
    } catch (error) {
      if (!isDatabaseError(error) || !["23505", "40P01"].includes(error.code)) throw error;
    }
  throw new Failure(tooBusy);
}

type Reserved = Awaited<ReturnType<typeof auditParameters>>;

function entryOf(reserved: Reserved, { event, action, actor, ...made }: Recorded) {
  return {
    ...reserved,
    event: event ?? null,
    auditAction: action,
    auditActor: actor ?? reserved.auditActor,
    auditSubject: made.subject,
    auditReason: made.reason ?? null,
    auditDetails: JSON.stringify(made.details ?? {}),
  };
}
