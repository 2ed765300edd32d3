import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { lastOwner, noMember } from "./member.rules.ts";
import { deleteMember } from "./members.store.ts";

/**
 * Ends somebody's work for the merchant with their next call; the person and what they did stay.
 * Refuses who does not work here, and the last owner.
 */
export async function removeMember(ctx: CoreContext, userId: string): Promise<void> {
  const done = await deleteMember(ctx, userId);
  if (!done.changed) throw new Failure(done.exists ? { ...lastOwner, field: "userId" } : noMember);
}
