import { schema, timeOf } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { onRecord } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { isOpen } from "../invitations/find-invitation.sql.ts";
import { lastOwner, noMember } from "./member.rules.ts";
import { isMember, lockOwners } from "./members.sql.ts";

const { staffInvitations, staffMembers, staffSessions, staffUsers, staffVerifications } = schema;

/**
 * Removes a member of the merchant's staff, and revokes their open invitations. Takes effect with the member's
 * next call. If no other merchant employs them, all their sessions, links and trusted devices end. The account
 * and the records of the member's work stay. Refuses a person who does not work here, and the last owner.
 */
export async function removeMember(ctx: CoreContext, userId: string): Promise<void> {
  await onRecord(
    ctx,
    async (inside) => {
      const { db: tx, caller, clockOffsetMs } = inside;
      const owners = await lockOwners(inside);
      if (owners.length === 1 && owners[0] === userId)
        throw new Failure({ ...lastOwner, field: "userId" });
      const { email, id } = staffUsers;
      const [person] = await tx
        .select({ email })
        .from(staffMembers)
        .innerJoin(staffUsers, eq(id, staffMembers.userId))
        .where(isMember(ctx, userId))
        .for("update");
      if (!person) throw new Failure(noMember);
      await tx.delete(staffMembers).where(isMember(ctx, userId));
      if ((await tx.$count(staffMembers, eq(staffMembers.userId, userId))) === 0) {
        await tx.delete(staffSessions).where(eq(staffSessions.userId, userId));
        await tx.delete(staffVerifications).where(eq(staffVerifications.value, userId));
      }
      await tx
        .update(staffInvitations)
        .set({ revokedAt: await timeOf(tx, clockOffsetMs) })
        .where(
          and(
            eq(staffInvitations.merchantId, caller.merchant.id),
            eq(staffInvitations.email, person.email),
            isOpen,
          ),
        );
    },
    () => ({
      action: "settings.staff.remove",
      event: "staff-removed",
      subject: `staff ${userId}`,
    }),
  );
}
