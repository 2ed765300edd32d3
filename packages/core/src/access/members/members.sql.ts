import { now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { auditArm, auditParameters, securityEventArm } from "../../audit/index.ts";
import type { CoreContext, StaffRole } from "../../context.ts";
import type { MemberFields } from "./member.rules.ts";

const p = sql.placeholder;

/** A member of the merchant's staff. */
export type Member = {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: StaffRole;
  /** Empty means every store. */
  readonly stores: readonly number[];
  readonly hasSecondFactor: boolean;
  /** When the newest active session was last renewed; null if the person is not signed in. */
  readonly lastSeenAt: string | null;
  readonly createdAt: string;
};

/** An open invitation. */
export type PendingInvitation = {
  readonly id: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly stores: readonly number[];
  readonly createdAt: string;
  readonly expiresAt: string;
};

/** The staff, and open invitations. */
export type StaffList = {
  readonly members: readonly Member[];
  readonly invitations: readonly PendingInvitation[];
};

const list = statement<StaffList>(
  "list_staff",
  {},
  sql`json_build_object(
    'members', coalesce((select json_agg(json_build_object('userId', u.id, 'name', u.name, 'email', u.email,
        'role', m.role, 'stores', m.stores,
        'hasSecondFactor', u.two_factor_enabled or exists (select 1 from staff_passkeys k where k.user_id = u.id),
        'lastSeenAt', (select max(s.updated_at) from staff_sessions s
          where s.user_id = u.id and s.expires_at > ${now}),
        'createdAt', m.created_at) order by u.name, u.id)
      from staff_members m join staff_users u on u.id = m.user_id
      where m.merchant_id = ${p("merchantId")}::bigint), '[]'),
    'invitations', coalesce((select json_agg(json_build_object('id', i.id, 'email', i.email, 'role', i.role,
        'stores', i.stores, 'createdAt', i.created_at, 'expiresAt', i.expires_at) order by i.created_at desc)
      from staff_invitations i
      where i.merchant_id = ${p("merchantId")}::bigint and i.accepted_at is null and i.revoked_at is null
        and i.expires_at > ${now}), '[]'))`,
);

/** The merchant's staff, and open invitations. */
export function selectStaff(ctx: CoreContext): Promise<StaffList> {
  return run(ctx.db, list, { merchantId: ctx.caller.merchant.id, offsetMs: ctx.clockOffsetMs });
}

const unknown = statement<readonly number[]>(
  "unknown_stores",
  {},
  sql`(select coalesce(json_agg(wanted), '[]') from unnest(${p("stores")}::text::bigint[]) wanted
    where not exists (select 1 from stores s
      where s.merchant_id = ${p("merchantId")}::bigint and s.id = wanted))`,
);

/** The stores among these that are not the merchant's. */
export function findUnknownStores(ctx: CoreContext, stores: readonly number[]) {
  return run(ctx.db, unknown, {
    merchantId: ctx.caller.merchant.id,
    stores: `{${stores.join(",")}}`,
  });
}

/** Whether the person was a member, and whether the change was made. */
export type MemberChanged = { readonly isMember: boolean; readonly hasChanged: boolean };

/** Locks the owners' rows: if two leave at once, the second sees that the first is gone. */
const owners = sql`select user_id from staff_members
  where merchant_id = ${p("merchantId")}::bigint and role = 'owner' order by user_id for update`;
const notTheLast = sql`(m.role <> 'owner' or exists (select 1 from owners o where o.user_id <> m.user_id))`;
const outcome = sql`json_build_object(
  'isMember', exists (select 1 from staff_members
    where merchant_id = ${p("merchantId")}::bigint and user_id = ${p("userId")}::text),
  'hasChanged', exists (select 1 from changed))`;

const change = statement<MemberChanged>(
  "change_member",
  {
    owners,
    changed: sql`update staff_members m set role = ${p("role")}::text, stores = ${p("stores")}::text::bigint[]
      where m.merchant_id = ${p("merchantId")}::bigint and m.user_id = ${p("userId")}::text
        and (${p("role")}::text = 'owner' or ${notTheLast})
      returning 1`,
    audit: auditArm(sql`changed`),
    event: securityEventArm(sql`changed`, "staff-changed"),
  },
  outcome,
);

/** Writes a member's rights, unless that leaves no owner. */
export async function saveMember(
  ctx: CoreContext,
  userId: string,
  { role, stores }: MemberFields,
): Promise<MemberChanged> {
  const entry = {
    action: "settings.staff.change",
    subject: `staff ${userId}`,
    details: { role, stores },
  };
  return run(ctx.db, change, {
    ...(await auditParameters(ctx, entry)),
    userId,
    role,
    stores: `{${stores.join(",")}}`,
  });
}

const remove = statement<MemberChanged>(
  "remove_member",
  {
    owners,
    changed: sql`delete from staff_members m
      where m.merchant_id = ${p("merchantId")}::bigint and m.user_id = ${p("userId")}::text and ${notTheLast}
      returning m.user_id`,
    /** Ends all sessions, links and trusted devices of a person who works for no other merchant. */
    idle: sql`select user_id from changed where not exists (select 1 from staff_members m
      where m.user_id = changed.user_id and m.merchant_id <> ${p("merchantId")}::bigint)`,
    sessions: sql`delete from staff_sessions where user_id in (select user_id from idle)`,
    links: sql`delete from staff_verifications where value in (select user_id from idle)`,
    invitations: sql`update staff_invitations i set revoked_at = ${now}
      where i.merchant_id = ${p("merchantId")}::bigint and i.accepted_at is null and i.revoked_at is null
        and i.email = (select u.email from staff_users u join changed on u.id = changed.user_id)`,
    audit: auditArm(sql`changed`),
    event: securityEventArm(sql`changed`, "staff-removed"),
  },
  outcome,
);

/** Removes a member, unless that leaves no owner. */
export async function deleteMember(ctx: CoreContext, userId: string): Promise<MemberChanged> {
  const entry = { action: "settings.staff.remove", subject: `staff ${userId}` };
  return run(ctx.db, remove, { ...(await auditParameters(ctx, entry)), userId });
}
