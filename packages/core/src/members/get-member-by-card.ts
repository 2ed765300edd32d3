import type { CoreContext } from "../foundation/context.ts";
import { readIdentifier } from "../people/customers/index.ts";
import { findMember } from "./find-member.ts";
import type { Member } from "./types.ts";

/**
 * Finds a member by a Member ID, or by the primary key. Members without a Member ID see their primary key
 * instead. Throws `invalid_data` for an unknown number, and `too_many_attempts`.
 */
export function getMemberByCard(ctx: CoreContext, cardNumber: string): Promise<Member> {
  return findMember(
    ctx,
    readIdentifier(cardNumber, ["memberId", "id"], ctx.caller.merchant.country),
  );
}
