import { type Db, now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { actorName, shortenedUserAgent } from "../audit/index.ts";
import type { CoreDeps } from "../context.ts";
import type { SecurityEvent } from "./types.ts";

const p = sql.placeholder;

/**
 * Equal failures, refusals, exports and exhausted budgets within this time are stored as one row. Otherwise a
 * caller could fill the table. Refused sign-ins of a person are one row even if their addresses differ.
 */
const FOLDED_SECONDS = 60;

/**
 * The upper bound is for PostgreSQL's planner. Without it, the planner estimates that a third of all rows are
 * recent, and reads all of the merchant's rows.
 */
const isRecent = sql`e.created_at > (select ${now} - ${sql.raw(String(FOLDED_SECONDS))} * interval '1 second')
  and e.created_at <= 'infinity'`;

const actor = sql`${p("actor")}::text`;

const insert = statement<null>(
  "insert_security_event",
  {
    inserted: sql`insert into security_events
        (merchant_id, id, what, result, actor, actor_name, subject, address, user_agent, details, created_at)
      select ${p("merchantId")}, ${p("id")}, ${p("what")}, ${p("result")}, ${actor},
        ${actorName(actor)}, left(${p("subject")}, 200), ${p("address")},
        ${shortenedUserAgent(sql`${p("userAgent")}::text`)}, ${p("details")}::text::jsonb, ${now}
      where not ${p("isFolded")}::boolean or not exists (select 1 from security_events e
        where e.merchant_id = ${p("merchantId")}
          and ${isRecent}
          and e.what = ${p("what")} and e.result = ${p("result")}
          and e.actor is not distinct from ${actor}
          and e.subject is not distinct from left(${p("subject")}, 200)
          and (${p("foldsAddresses")}::boolean or e.address is not distinct from ${p("address")}))`,
  },
  sql`null::json`,
);

/** An event with its id, ready to be written inside a transaction. */
export type PreparedEvent = Readonly<Record<string, unknown>>;

/**
 * Reserves the event's id, and returns the parameters of `insertEvent`. Call it before a transaction, because
 * the id is reserved by a separate statement.
 */
export async function prepareEvent(
  { ids, clockOffsetMs }: Pick<CoreDeps, "ids" | "clockOffsetMs">,
  { merchantId, what, result, actor, origin, subject, details }: SecurityEvent,
): Promise<PreparedEvent> {
  return {
    merchantId,
    // the audit log's counter: an event that is written with an audit entry has the id of the entry
    id: await ids.take(merchantId, "audit_entries"),
    what,
    result,
    actor,
    subject: subject ?? null,
    address: origin?.address ?? null,
    userAgent: origin?.userAgent ?? null,
    details: JSON.stringify(details ?? {}),
    // a flood of refused sign-ins may come from any number of addresses
    foldsAddresses: what === "sign-in" && result === "refused",
    isFolded: result !== "done" || what === "export" || what === "budget-exhausted",
    offsetMs: clockOffsetMs,
  };
}

/** Writes a prepared event. Pass `subject` if it was not known when the event was prepared. */
export async function insertEvent(db: Db, event: PreparedEvent, subject?: string): Promise<void> {
  await run(db, insert, { ...event, ...(subject !== undefined && { subject }) });
}

/**
 * Records a security event. Equal failures, refusals, exports and exhausted budgets within a minute are
 * stored as one row. Rejects on a database error. A caller that records a refusal must refuse its call even
 * if this function rejects.
 */
export async function recordSecurityEvent(deps: CoreDeps, event: SecurityEvent): Promise<void> {
  await insertEvent(deps.db, await prepareEvent(deps, event));
}
