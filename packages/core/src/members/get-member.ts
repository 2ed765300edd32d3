import type { CoreContext } from "../foundation/context.ts";
import { type Identifier, identifierForms, readIdentifier } from "../people/customers/index.ts";
import { findMember } from "./find-member.ts";
import type { Member } from "./types.ts";

/**
 * Finds a member by email, Member ID, mobile number or primary key. Throws `invalid_data` for an unknown
 * member, and `too_many_attempts`. Interface 2, section 5.
 */
export function getMember(ctx: CoreContext, user: Identifier): Promise<Member> {
  return findMember(ctx, readIdentifier(user, identifierForms, ctx.caller.merchant.country));
}
