import {
  type Db,
  insertInto,
  now,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
  statement,
  update,
} from "@stampbook/db";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { auditArm, auditParameters, securityEventArm } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { outboxArm, type QueuedMessage } from "../../../foundation/messages/index.ts";
import type { MemberFields } from "../members/member.rules.ts";
import { isOpen } from "./find-invitation.sql.ts";

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
async function setInvitationRevoked(ctx: CoreContext, id: string): Promise<boolean> {
  const entry = { action: "settings.staff.revokeInvitation", subject: `invitation ${id}` };
  return run(ctx.db, revoke, { ...(await auditParameters(ctx, entry)), id });
}

/**
 * Revokes an invitation. Its link is then invalid. Refuses an unknown invitation, and one that was accepted
 * or revoked before.
 */
export async function revokeInvitation(ctx: CoreContext, id: string): Promise<void> {
  if (await setInvitationRevoked(ctx, id)) return;
  throw new Failure({ code: "invalid", field: "id", message: "This invitation is not open." });
}
