import { schema } from "@stampbook/db";
import { onRecord } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { mailOwners } from "../staff-mail/mail-owners.ts";
import { checkMemberFields, lastOwner, type MemberFields, noMember } from "./member.rules.ts";
import { findUnknownStores, isMember, lockOwners } from "./members.sql.ts";

type MemberChange = MemberFields & { readonly userId: string; readonly hasMail?: boolean };

/**
 * Changes a member's role and stores. Takes effect with the member's next call. Refuses a person who does not
 * work here, unknown stores, stores for an owner, and a change that leaves the merchant without an owner. If
 * `hasMail`, the other owners get a mail about a new owner.
 */
export async function changeMember(
  ctx: CoreContext,
  { userId, hasMail = false, role, stores }: MemberChange,
): Promise<void> {
  const fields = { role, stores: [...stores] };
  const refusal = checkMemberFields(fields, await findUnknownStores(ctx, stores));
  if (refusal) throw new Failure(refusal);
  await onRecord(
    ctx,
    async (inside) => {
      const owners = await lockOwners(inside);
      const wasOwner = owners.includes(userId);
      if (role !== "owner" && wasOwner && owners.length === 1) throw new Failure(lastOwner);
      const changed = await inside.db
        .update(schema.staffMembers)
        .set(fields)
        .where(isMember(ctx, userId))
        .returning({ userId: schema.staffMembers.userId });
      if (changed.length === 0) throw new Failure(noMember);
      if (hasMail && role === "owner" && !wasOwner) await mailOwners(inside, { ownerId: userId });
    },
    () => ({
      action: "settings.staff.change",
      event: "staff-changed",
      subject: `staff ${userId}`,
      details: fields,
    }),
  );
}
