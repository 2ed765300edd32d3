import type { CoreContext } from "../context.ts";
import type { CallOf } from "../writing/index.ts";
import { LONGEST_USER_AGENT } from "./event-arm.sql.ts";
import type { SecurityAction } from "./security-actions.ts";

// Columns and SQL of the security event of a call, for calls that also have `auditColumns`.

/** The columns of a call whose statement writes a security event. */
export const eventColumns = {
  /** The caller's id: one of `tokenId` and `staffId` is null. The statement reads the caller's name. */
  tokenId: "bigint | null",
  staffId: "text | null",
  userAgent: "text | null",
} as const;

/** Returns the values of `eventColumns`. */
export function eventOf({ caller, origin }: CoreContext): CallOf<typeof eventColumns> {
  return {
    tokenId: caller.kind === "token" ? caller.tokenId : null,
    staffId: caller.kind === "staff" ? caller.userId : null,
    userAgent: origin?.userAgent ?? null,
  };
}

/**
 * Returns SQL that inserts a security event for each row `d` of the CTE `rows`. The CTE needs the columns `n`
 * and `now`. The event has the id of the audit entry, and the current name of the actor. `subject` is as in
 * `insertAuditEntries`.
 */
export const insertSecurityEvents = (events: {
  readonly what: SecurityAction;
  readonly rows: string;
  readonly subject?: string;
}) => `
  insert into security_events as e (merchant_id, id, what, result, actor, actor_name, subject, address,
    user_agent, created_at)
  select $1, c.audit_id, '${events.what}', 'done', c.actor, coalesce(token.name, person.name),
    ${events.subject ?? "c.subject"}, c.address, left(c.user_agent, ${LONGEST_USER_AGENT}), d.now
  from ${events.rows} d join calls c on c.n = d.n
  left join lateral (select t.name from api_tokens t
    where t.merchant_id = $1 and t.id = c.token_id) token on true
  left join lateral (select u.name from staff_users u where u.id = c.staff_id) person on true
  returning e.id`;
