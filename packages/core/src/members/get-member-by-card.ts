import type { CoreContext } from "../context.ts";
import { readIdentifier } from "../customers/index.ts";
import { findMember } from "./find-member.ts";
import type { Member } from "./types.ts";

/**
 * A member by a Member ID, or by the key that is shown in place of one. Refuses invalid_data if there is
 * none, and too_many_attempts.
 */
export function getMemberByCard(ctx: CoreContext, cardNumber: string): Promise<Member> {
  return findMember(
    ctx,
    readIdentifier(cardNumber, ["memberId", "id"], ctx.caller.merchant.country),
  );
}
