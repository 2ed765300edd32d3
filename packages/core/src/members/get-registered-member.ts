import type { CoreContext } from "../foundation/context.ts";
import { readIdentifier } from "../people/customers/index.ts";
import { findMember } from "./find-member.ts";
import type { Member } from "./types.ts";

/**
 * Returns a member whom the caller has just registered. Spends no budget of shown customers, because the
 * caller already knows the data. Throws `invalid_data` for an unknown id.
 */
export function getRegisteredMember(ctx: CoreContext, id: number): Promise<Member> {
  const ref = readIdentifier(id, ["id"], ctx.caller.merchant.country);
  return findMember(ctx, ref, { isCounted: true });
}
