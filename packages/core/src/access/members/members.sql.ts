import {
  byName,
  clockArm,
  type Db,
  type DocumentOf,
  deleteFrom,
  inTransaction,
  json,
  now,
  ofMerchant,
  oneOf,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
  statement,
  update,
} from "@stampbook/db";
import { and, asc, desc, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import { auditArm, auditParameters, securityEventArm } from "../../audit/index.ts";
import type { CoreContext, CoreDeps, StaffRole } from "../../context.ts";
import { isOpen } from "../invitations/open.sql.ts";
import { hasSecondFactor } from "../second-factor/has-second-factor.sql.ts";
import type { StaffCaller } from "../sign-in/identify-staff.ts";
import type { MemberFields } from "./member.rules.ts";

const { staffInvitations: invitations, staffMembers: members, staffUsers: users, stores } = schema;

const p = sql.placeholder;

const member = {
  userId: users.id,
  name: users.name,
  email: users.email,
  role: oneOf<StaffRole>(members.role),
  /** Empty means every store. */
  stores: members.stores,
  hasSecondFactor,
  lastSeenAt: members.lastSeenAt,
  createdAt: members.createdAt,
};

/** A member of the merchant's staff. */
export type Member = DocumentOf<typeof member>;

const invitation = {
  id: invitations.id,
  email: invitations.email,
  role: oneOf<StaffRole>(invitations.role),
  stores: invitations.stores,
  createdAt: invitations.createdAt,
  expiresAt: invitations.expiresAt,
};

const staffList = {
  members: rowsOf(members, { where: [], orderBy: [byName(users.name), asc(users.id)] })
    .join(users, eq(users.id, members.userId))
    .list(member),
  invitations: rowsOf(invitations, {
    where: [isOpen, gt(invitations.expiresAt, now)],
    orderBy: [desc(invitations.createdAt)],
  }).list(invitation),
};

/** A merchant's staff by name, and its open invitations, newest first. */
type StaffList = DocumentOf<typeof staffList>;

const list = read("list_staff", (_: Parameters<{ readonly offsetMs: number }>) => json(staffList));

/** Returns the merchant's staff by name, and the open invitations, newest first. */
export function listStaff(ctx: CoreContext): Promise<StaffList> {
  return run(ctx.db, list, { merchantId: ctx.caller.merchant.id, offsetMs: ctx.clockOffsetMs });
}

const seen = statement<null>(
  "note_staff_seen",
  {
    clock: clockArm,
    noted: update(members, { lastSeenAt: sql`(select now from clock)` }, [
      eq(members.userId, p("userId")),
      sql`(${members.lastSeenAt} is null
        or ${members.lastSeenAt} < (select now from clock) - interval '1 minute')`,
    ]),
  },
  sql`null`,
);

/** Records when a person last made a call at the merchant, at most once a minute. */
export async function noteStaffSeen(
  { db, clockOffsetMs: offsetMs }: CoreDeps,
  { merchant, userId }: StaffCaller,
): Promise<void> {
  await run(db, seen, { merchantId: merchant.id, userId, offsetMs });
}

const unknown = read(
  "unknown_stores",
  (input: Parameters<{ readonly stores: string }>): SQL<readonly number[]> =>
    sql`(select coalesce(json_agg(wanted), '[]') from unnest(${input("stores")}::bigint[]) wanted
      where not ${rowsOf(stores, { where: [eq(stores.id, sql`wanted`)] }).exists()})`,
);

/** Returns the ids in `stores` that are not stores of the merchant. */
export function findUnknownStores(ctx: CoreContext, stores: readonly number[]) {
  return run(ctx.db, unknown, {
    merchantId: ctx.caller.merchant.id,
    stores: `{${stores.join(",")}}`,
  });
}

/** Whether the person was a member, whether an owner before, and whether the change was made. */
type MemberChanged = {
  readonly isMember: boolean;
  readonly wasOwner: boolean;
  readonly hasChanged: boolean;
};

/**
 * Locks the owners' rows. If two owners are removed at once, the second statement waits, and then reads that
 * the first owner is gone.
 */
const owners = sql`select user_id from ${members}
  where ${and(ofMerchant(members), eq(members.role, sql`'owner'`))} order by user_id for update`;
const notTheLast = sql`(${members.role} <> 'owner'
  or exists (select 1 from owners o where o.user_id <> ${members.userId}))`;
const isPerson = eq(members.userId, p("userId"));
const outcome = json({
  isMember: rowsOf(members, { where: [isPerson] }).exists(),
  wasOwner: sql`exists (select 1 from owners o where o.user_id = ${p("userId")})`,
  hasChanged: sql`exists (select 1 from changed)`,
});

const change = statement<MemberChanged>(
  "change_member",
  {
    owners,
    changed: update(members, { role: p("role"), stores: p("stores") }, [
      isPerson,
      sql`(${p("role")} = 'owner' or ${notTheLast})`,
    ]),
    audit: auditArm(sql`changed`),
    event: securityEventArm(sql`changed`, "staff-changed"),
  },
  outcome,
);

/**
 * Writes a member's role and stores, unless the merchant would then have no owner. `then` runs in the same
 * transaction if they were written.
 */
export async function saveMember(
  ctx: CoreContext,
  userId: string,
  { role, stores }: MemberFields,
  then: (db: Db, outcome: MemberChanged) => Promise<void>,
): Promise<MemberChanged> {
  const entry = {
    action: "settings.staff.change",
    subject: `staff ${userId}`,
    details: { role, stores },
  };
  const parameters = {
    ...(await auditParameters(ctx, entry)),
    userId,
    role,
    stores: `{${stores.join(",")}}`,
  };
  return inTransaction(ctx.db, async (db) => {
    const changed = await run(db, change, parameters);
    if (changed.hasChanged) await then(db, changed);
    return changed;
  });
}

const remove = statement<MemberChanged>(
  "remove_member",
  {
    owners,
    changed: deleteFrom(members, [isPerson, notTheLast], sql`user_id`),
    /**
     * The removed person, if no other merchant employs them. All their sessions, links and trusted devices
     * end.
     */
    idle: sql`select user_id from changed where not exists (select 1 from ${members}
      where ${members.userId} = changed.user_id and ${ne(members.merchantId, p("merchantId"))})`,
    sessions: sql`delete from staff_sessions where user_id in (select user_id from idle)`,
    links: sql`delete from staff_verifications where value in (select user_id from idle)`,
    invitations: update(invitations, { revokedAt: now }, [
      isOpen,
      sql`${invitations.email} =
        (select u.email from staff_users u join changed on u.id = changed.user_id)`,
    ]),
    audit: auditArm(sql`changed`),
    event: securityEventArm(sql`changed`, "staff-removed"),
  },
  outcome,
);

/** Removes a member, unless the merchant would then have no owner. */
export async function deleteMember(ctx: CoreContext, userId: string): Promise<MemberChanged> {
  const entry = { action: "settings.staff.remove", subject: `staff ${userId}` };
  return run(ctx.db, remove, { ...(await auditParameters(ctx, entry)), userId });
}
