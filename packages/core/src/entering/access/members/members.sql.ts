import {
  byName,
  clockArm,
  type DocumentOf,
  json,
  now,
  oneOf,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
  statement,
  update,
} from "@stampbook/db";
import { and, asc, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { CoreContext, CoreDeps, StaffRole } from "../../../foundation/context.ts";
import { isOpen } from "../invitations/find-invitation.sql.ts";
import { hasSecondFactor } from "../second-factor/has-second-factor.sql.ts";
import type { StaffCaller } from "../sign-in/identify-staff.ts";

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

/** The condition for a member of the caller's merchant. */
export const isMember = ({ caller }: CoreContext, userId: string) =>
  and(eq(members.merchantId, caller.merchant.id), eq(members.userId, userId));

/**
 * Locks the owners' rows in a transaction, and returns their ids. If two owners leave at once, the second waits
 * here, and then reads that the first is gone.
 */
export async function lockOwners({ db: tx, caller }: CoreContext): Promise<readonly string[]> {
  const isOwner = and(eq(members.merchantId, caller.merchant.id), eq(members.role, "owner"));
  const { userId } = members;
  const owners = tx.select({ userId }).from(members).where(isOwner).orderBy(userId);
  return (await owners.for("update")).map((owner) => owner.userId);
}
