import { spendingParameters } from "../budgets/index.ts";
import type { CoreContext } from "../context.ts";
import { readIdentifier } from "../customers/index.ts";
import { memberOf } from "./member.rules.ts";
import { readMember } from "./member.sql.ts";
import type { Member } from "./types.ts";

/**
 * The member whom the caller has just registered or changed, as they are now. Is not counted as shown,
 * because the caller knows this member. Throws `invalid_data` for an unknown id.
 */
export async function getRegisteredMember(ctx: CoreContext, id: number): Promise<Member> {
  const ref = readIdentifier(id, ["id"], ctx.caller.merchant.country);
  return memberOf(await readMember(ctx, ref, spendingParameters([])));
}
