import {
  type Db,
  insertInto,
  inTransaction,
  isDatabaseError,
  now,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
  statement,
  update,
} from "@stampbook/db";
import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { auditArm, auditParameters, securityEventArm } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { outboxArm, type QueuedMessage } from "../../messages/index.ts";
import type { MemberFields } from "../members/member.rules.ts";
import type { Invitation } from "./invitation.rules.ts";
import { isOpen } from "./open.sql.ts";

const { staffInvitations: invitations, staffMembers: members, staffUsers: users } = schema;

const p = sql.placeholder;

const member = read(
  "is_member_by_email",
  (person: Parameters<{ readonly email: string }>): SQL<boolean> =>
    sql`to_json(${rowsOf(members, { where: [] })
      .join(users, and(eq(users.id, members.userId), eq(users.email, person("email"))))
      .exists()})`,
);

/** Whether the person with this address works for the merchant. */
export function isMember(ctx: CoreContext, email: string): Promise<boolean> {
  return run(ctx.db, member, { merchantId: ctx.caller.merchant.id, email });
}

/** An invitation to write. The secret itself is not stored, only its hash. */
type NewInvitation = MemberFields & {
  readonly id: string;
  readonly email: string;
  readonly secretHash: string;
  readonly isMailed: boolean;
  readonly daysToLive: number;
};

const invite = statement<null>(
  "insert_invitation",
  {
    replaced: update(invitations, { revokedAt: now }, [eq(invitations.email, p("email")), isOpen]),
    invited: insertInto(
      invitations,
      {
        id: p("id"),
        email: p("email"),
        role: p("role"),
        stores: p("stores"),
        secretHash: p("secretHash"),
        isMailed: p("isMailed"),
        invitedBy: p("auditActor"),
        createdAt: now,
        expiresAt: sql`${now} + ${p("daysToLive")} * interval '1 day'`,
      },
      { end: sql`returning 1` },
    ),
    mailed: outboxArm(sql`invited`),
    audit: auditArm(sql`invited`),
    event: securityEventArm(sql`invited`, "staff-invited"),
  },
  sql`null`,
);

/**
 * Returns the parameters of `insertInvitation`. Call it before the transaction: it reserves the audit entry's
 * id in a separate statement.
 */
export async function invitationParameters(
  ctx: CoreContext,
  { id, email, role, stores, secretHash, isMailed, daysToLive }: NewInvitation,
  mail: QueuedMessage,
): Promise<Record<string, unknown>> {
  const details = { email, role, stores };
  const entry = { action: "settings.staff.invite", subject: `invitation ${id}`, details };
  return {
    ...(await auditParameters(ctx, entry)),
    ...mail,
    id,
    email,
    role,
    secretHash,
    isMailed,
    daysToLive,
    stores: `{${stores.join(",")}}`,
  };
}

/** Writes an invitation and queues its mail. Revokes an earlier invitation to the same address. */
export async function insertInvitation(
  db: Db,
  parameters: Awaited<ReturnType<typeof invitationParameters>>,
): Promise<void> {
  await run(db, invite, parameters);
}

const revoke = statement<boolean>(
  "revoke_invitation",
  {
    revoked: update(invitations, { revokedAt: now }, [eq(invitations.id, p("id")), isOpen]),
    audit: auditArm(sql`revoked`),
    event: securityEventArm(sql`revoked`, "invitation-revoked"),
  },
  sql`(select to_json(exists (select 1 from revoked)))`,
);

/**
 * Revokes an invitation, even if it has expired. Returns false if the merchant has no invitation with the id,
 * or if it was accepted or revoked before.
 */
export async function setInvitationRevoked(ctx: CoreContext, id: string): Promise<boolean> {
  const entry = { action: "settings.staff.revokeInvitation", subject: `invitation ${id}` };
  return run(ctx.db, revoke, { ...(await auditParameters(ctx, entry)), id });
}

/**
 * The account's state that `checkAccepting` allowed, on the row: no account, an unconfirmed account and a mailed
 * link, or the signed-in person's account.
 */
const isStill = sql`case ${p("way")}
  when 'make' then not exists (select 1 from staff_users u where u.email = ${invitations.email})
  when 'claim' then ${invitations.isMailed} and exists (select 1 from staff_users u
    where u.email = ${invitations.email} and u.id = ${p("userId")} and not u.email_verified
      and (not u.two_factor_enabled or u.id = ${p("sessionUserId")}))
  else exists (select 1 from staff_users u
    where u.email = ${invitations.email} and u.id = ${p("sessionUserId")}
      and (u.email_verified or not exists (select 1 from staff_members e
        where e.user_id = u.id and e.merchant_id <> ${invitations.merchantId}))) end`;

const accept = statement<boolean>(
  "accept_invitation",
  {
    accepted: update(
      invitations,
      { acceptedAt: now },
      [eq(invitations.id, p("id")), isOpen, gt(invitations.expiresAt, now), isStill],
      sql`email, role, stores, is_mailed`,
    ),
    known: sql`select u.id from staff_users u join accepted a on a.email = u.email`,
    made: insertInto(
      users,
      {
        id: p("userId"),
        name: p("name"),
        email: sql`accepted.email`,
        emailVerified: sql`accepted.is_mailed`,
      },
      { from: sql`from accepted where ${p("way")} = 'make'`, end: sql`returning id, name` },
    ),
    claimed: sql`update staff_users set name = ${p("name")}, email_verified = true, updated_at = ${now}
      where ${p("way")} = 'claim' and id in (select id from known) returning id, name`,
    // all earlier ways in end, because somebody else may have made them
    passkeys: sql`delete from staff_passkeys where user_id in (select id from claimed)`,
    pins: sql`delete from staff_pins where user_id in (select id from claimed)`,
    sessions: sql`delete from staff_sessions where user_id in (select id from claimed)`,
    links: sql`delete from staff_verifications where value in (select id from claimed)`,
    account: sql`insert into staff_accounts (id, account_id, provider_id, user_id, password)
      select ${p("accountId")}, n.id, 'credential', n.id, ${p("verifier")}
      from (select id from made union all select id from claimed) as n
      on conflict (provider_id, account_id) do update
        set password = excluded.password, updated_at = ${now}`,
    joined: insertInto(
      members,
      {
        userId: sql`coalesce((select id from made), (select id from known))`,
        role: sql`accepted.role`,
        stores: sql`accepted.stores`,
      },
      {
        from: sql`from accepted`,
        end: sql`on conflict (merchant_id, user_id) do nothing returning user_id`,
      },
    ),
    audit: auditArm(sql`joined`),
    event: securityEventArm(
      sql`joined`,
      "staff-joined",
      sql`coalesce((select name from made), (select name from claimed))`,
    ),
  },
  sql`(select to_json(exists (select 1 from joined)))`,
);

/**
 * How a person accepts an invitation. `make` and `claim` write the name and the password's hash, of a new
 * account or of an unconfirmed one.
 */
type Acceptance = {
  readonly way: "make" | "claim" | "join";
  readonly userId: string;
  readonly accountId: string;
  readonly name: string;
  readonly verifier: string | null;
  /** The signed-in person; null if nobody is. */
  readonly sessionUserId: string | null;
};

/**
 * Accepts an invitation once. Returns false if the invitation has ended meanwhile. Also returns false if the
 * person already works for the merchant, but then marks the invitation as accepted. Returns false, too, if
 * the person's account was made, changed or deleted meanwhile: `acceptance` then no longer fits. `then` runs in
 * the same transaction if the person has joined.
 */
export async function saveAcceptance(
  ctx: CoreContext,
  invitation: Invitation,
  acceptance: Acceptance,
  then: (db: Db) => Promise<void>,
): Promise<boolean> {
  const { id, email, role, stores } = invitation;
  const details = { email, role, stores };
  const entry = { action: "settings.staff.join", subject: `invitation ${id}`, details };
  const parameters = { ...(await auditParameters(ctx, entry)), ...acceptance, id };
  return inTransaction(ctx.db, async (db) => {
    const hasJoined = await run(db, accept, parameters);
    if (hasJoined) await then(db);
    return hasJoined;
  }).catch((error: unknown) => {
    if (isDatabaseError(error) && ["23505", "23502"].includes(error.code)) return false;
    throw error;
  });
}
