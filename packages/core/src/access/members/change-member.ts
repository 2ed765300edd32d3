import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { mailOwners } from "../staff-mail/mail-owners.ts";
import { checkMemberFields, lastOwner, type MemberFields, noMember } from "./member.rules.ts";
import { findUnknownStores, saveMember } from "./members.sql.ts";

/**
 * Changes a member's role and stores. Takes effect with the member's next call. Refuses a person who does not
 * work here, unknown stores, stores for an owner, and a change that leaves the merchant without an owner. If
 * `hasMail`, the other owners get a mail about a new owner.
 */
export async function changeMember(
  ctx: CoreContext,
  {
    userId,
    hasMail = false,
    ...fields
  }: { readonly userId: string; readonly hasMail?: boolean } & MemberFields,
): Promise<void> {
  const refusal = checkMemberFields(fields, await findUnknownStores(ctx, fields.stores));
  if (refusal) throw new Failure(refusal);
  const outcome = await saveMember(ctx, userId, fields, async (db, { wasOwner }) => {
    if (hasMail && fields.role === "owner" && !wasOwner)
      await mailOwners({ ...ctx, db }, { ownerId: userId });
  });
  if (!outcome.hasChanged) throw new Failure(outcome.isMember ? lastOwner : noMember);
}
