import { type Db, now, run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { auditArm, auditParameters, securityEventArm } from "../../audit/index.ts";
import type { CoreContext, CoreDeps } from "../../context.ts";
import { type noMessage, outboxArm, type QueuedMessage } from "../../messages/index.ts";
import type { FactorOwner } from "./second-factor.rules.ts";

const p = sql.placeholder;

const hasFactor = sql`(u.two_factor_enabled or exists (select 1 from staff_passkeys k where k.user_id = u.id))`;

const guardedBy = (
  who: SQL,
) => sql`(select json_build_object('id', u.id, 'name', u.name, 'email', u.email,
    'hasSecondFactor', ${hasFactor},
    'merchants', (select coalesce(json_agg(m.merchant_id order by m.merchant_id), '[]')
      from staff_members m where m.user_id = u.id))
  from staff_users u where ${who})`;

const byId = statement<FactorOwner | null>(
  "factor_owner_by_id",
  {},
  guardedBy(sql`u.id = ${p("userId")}::text`),
);
const byEmail = statement<FactorOwner | null>(
  "factor_owner_by_email",
  {},
  guardedBy(sql`u.email = ${p("email")}::text`),
);

/** A member of staff of any merchant. */
export function findFactorOwner(
  db: Db,
  who: { readonly userId: string } | { readonly email: string },
): Promise<FactorOwner | null> {
  return "userId" in who ? run(db, byId, who) : run(db, byEmail, who);
}

/** Removes everything except the password that gives access to the account, and ends its sessions. */
const cleared = (condition: SQL) => ({
  cleared: sql`update staff_users u set two_factor_enabled = false, updated_at = ${now}
    where u.id = ${p("userId")}::text and ${hasFactor} and ${condition}
    returning u.id`,
  factors: sql`delete from staff_two_factors where user_id in (select id from cleared)`,
  passkeys: sql`delete from staff_passkeys where user_id in (select id from cleared)`,
  sessions: sql`delete from staff_sessions where user_id in (select id from cleared)`,
});
const isDone = sql`(select to_json(exists (select 1 from cleared)))`;

const byOwner = statement<boolean>(
  "reset_second_factor",
  {
    ...cleared(sql`exists (select 1 from staff_members m
        where m.user_id = u.id and m.merchant_id = ${p("merchantId")}::bigint)
      and not exists (select 1 from staff_members m
        where m.user_id = u.id and m.merchant_id <> ${p("merchantId")}::bigint)`),
    mailed: outboxArm(sql`cleared`),
    audit: auditArm(sql`cleared`),
    event: securityEventArm(sql`cleared`, "second-factor-reset"),
  },
  isDone,
);

const ACTION = "settings.staff.resetSecondFactor";

/**
 * Leaves a colleague only the password, and no session. Returns false if they also work elsewhere, or
 * have no factor.
 */
export async function clearAsMerchant(
  ctx: CoreContext,
  userId: string,
  mail: QueuedMessage | typeof noMessage,
): Promise<boolean> {
  const entry = { action: ACTION, subject: `staff ${userId}` };
  return run(ctx.db, byOwner, { ...(await auditParameters(ctx, entry)), ...mail, userId });
}

const byOperator = statement<boolean>(
  "reset_second_factor_by_operator",
  {
    ...cleared(sql`true`),
    mailed: outboxArm(sql`cleared`),
    audit: sql`insert into audit_entries (merchant_id, id, action, actor, subject, details, created_at)
      select recorded.merchant_id, recorded.id, ${p("action")}::text, 'operator', ${p("subject")}::text, '{}', ${now}
      from cleared, unnest(${p("merchants")}::text::bigint[], ${p("auditIds")}::text::bigint[])
        as recorded(merchant_id, id)`,
    event: sql`insert into security_events (merchant_id, id, what, result, actor, subject, created_at)
      select recorded.merchant_id, recorded.id, 'second-factor-reset', 'done', 'operator', ${p("subject")}::text, ${now}
      from cleared, unnest(${p("merchants")}::text::bigint[], ${p("auditIds")}::text::bigint[])
        as recorded(merchant_id, id)`,
  },
  isDone,
);

/** The same for any person, recorded for each of their merchants. Returns false if they have no factor. */
export async function clearAsOperator(
  deps: CoreDeps,
  { id: userId, merchants }: FactorOwner,
  mail: QueuedMessage | typeof noMessage,
): Promise<boolean> {
  const auditIds: number[] = [];
  for (const merchantId of merchants)
    auditIds.push(await deps.ids.take(merchantId, "audit_entries"));
  return run(deps.db, byOperator, {
    ...mail,
    userId,
    merchantId: merchants[0] ?? null,
    merchants: `{${merchants.join(",")}}`,
    auditIds: `{${auditIds.join(",")}}`,
    action: ACTION,
    subject: `staff ${userId}`,
    offsetMs: deps.clockOffsetMs,
  });
}
