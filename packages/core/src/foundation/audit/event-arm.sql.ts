import { now } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { SecurityAction } from "./security-actions.ts";

const p = sql.placeholder;

/** The number of characters of a browser's user agent that are stored. */
export const LONGEST_USER_AGENT = 160;

/** Returns SQL for the stored part of a browser's user agent: its first `LONGEST_USER_AGENT` characters. */
export const shortenedUserAgent = (userAgent: SQL): SQL =>
  sql`left(${userAgent}, ${sql.raw(String(LONGEST_USER_AGENT))})`;

/**
 * Returns SQL for the actor's name, from a column like `staff:<id>`. Null if the actor is unknown. Reads
 * `merchantId`.
 */
export const actorName = (actor: SQL): SQL => sql`(case
  when ${actor} ~ '^token:[0-9]{1,18}$' then (select t.name from api_tokens t
    where t.merchant_id = ${p("merchantId")} and t.id = substr(${actor}, 7)::bigint)
  when ${actor} like 'staff:%' then (select u.name from staff_users u where u.id = substr(${actor}, 7))
end)`;

/**
 * Returns the CTE that inserts the security event of a change that has an audit entry. The event is inserted
 * if the CTE `from` has a row and `what` is not null. The event has the id of the audit entry. Reads the
 * parameters of `auditParameters`.
 */
export function securityEventArm(from: SQL, what: SecurityAction | SQL): SQL {
  const actor = sql`${p("auditActor")}::text`;
  const action = typeof what === "string" ? sql.raw(`'${what}'::text`) : what;
  return sql`insert into security_events
      (merchant_id, id, what, result, actor, actor_name, subject, address, user_agent, created_at)
    select ${p("merchantId")}, ${p("auditId")}, ${action}, 'done', ${actor},
      ${actorName(actor)}, ${p("auditSubject")}, ${p("auditAddress")},
      ${shortenedUserAgent(sql`${p("auditUserAgent")}::text`)}, ${now}
    from (select 1 from ${from} limit 1) as done where ${action} is not null`;
}
