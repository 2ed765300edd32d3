import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { lastOwner, noMember } from "./member.rules.ts";
import { deleteMember } from "./members.sql.ts";

/**
 * Removes a member of the merchant's staff. Takes effect with the member's next call. The account and the
 * records of the member's work stay. Refuses a person who does not work here, and the last owner.
 */
export async function removeMember(ctx: CoreContext, userId: string): Promise<void> {
  const outcome = await deleteMember(ctx, userId);
  if (!outcome.hasChanged)
    throw new Failure(outcome.isMember ? { ...lastOwner, field: "userId" } : noMember);
}
