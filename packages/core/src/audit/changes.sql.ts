import { actorOf, type CoreContext } from "../context.ts";
import { LONGEST_USER_AGENT } from "./event-arm.store.ts";
import type { SecurityAction } from "./security-actions.ts";

// What a statement of `writing` puts on the record.

/** The columns of a call whose change is on the record. */
export const changeColumns = {
  /** The id of the audit entry, and of its security event. */
  audit: "bigint",
  actor: "text",
  /** Which of the two is the caller; its name is read from there. */
  tokenId: "bigint | null",
  staffId: "text | null",
  reason: "text | null",
  address: "text | null",
  userAgent: "text | null",
} as const;

/** The values of `changeColumns`. */
export async function changeOf({ caller, ids, origin }: CoreContext, reason: string | null) {
  return {
    audit: await ids.take(caller.merchant.id, "audit_entries"),
    actor: actorOf(caller),
    tokenId: caller.kind === "token" ? caller.tokenId : null,
    staffId: caller.kind === "staff" ? caller.userId : null,
    reason,
    address: origin?.address ?? null,
    userAgent: origin?.userAgent ?? null,
  };
}

/** A change on the record. `subject` and `details` are SQL over `x`, a row of the arm `from`. */
type Recorded = { readonly from: string; readonly subject: string };

/** Inserts the audit entries of the arm `from`, whose rows have the call's `n` and `now`. */
export const auditEntries = ({
  from,
  subject,
  action,
  details,
}: Recorded & { readonly action: string; readonly details: string }) => `
  insert into audit_entries as e (merchant_id, id, action, actor, subject, reason, details, address,
    created_at)
  select $1, c.audit, '${action}', c.actor, ${subject}, c.reason, ${details}, c.address, x.now
  from ${from} x join calls c on c.n = x.n
  returning e.id`;

/** Inserts the security events of the arm `from`, each with the name that its actor has now. */
export const securityEvents = ({
  from,
  subject,
  what,
}: Recorded & { readonly what: SecurityAction }) => `
  insert into security_events as e (merchant_id, id, what, result, actor, actor_name, subject, address,
    user_agent, created_at)
  select $1, c.audit, '${what}', 'done', c.actor, coalesce(token.name, person.name), ${subject},
    c.address, left(c.user_agent, ${LONGEST_USER_AGENT}), x.now
  from ${from} x join calls c on c.n = x.n
  left join lateral (select t.name from api_tokens t
    where t.merchant_id = $1 and t.id = c.token_id) token on true
  left join lateral (select u.name from staff_users u where u.id = c.staff_id) person on true
  returning e.id`;
