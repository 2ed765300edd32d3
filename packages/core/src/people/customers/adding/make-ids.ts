import type { CoreContext } from "../../../foundation/context.ts";
import { type AddSeen, type NewIds, takenByOthers } from "./add-customer.rules.ts";
import { takeFreeCustomerId } from "./free-customer-id.sql.ts";
import { makeMemberId } from "./make-member-id.rules.ts";

/**
 * Makes a Member ID if the caller gives none, and replaces made ids that are taken. Returns `ids` itself if
 * nothing is to be made.
 */
export async function makeIds(
  ctx: CoreContext,
  { taken, isIdTaken, memberIdPrefix }: Pick<AddSeen, "taken" | "isIdTaken" | "memberIdPrefix">,
  ids: NewIds,
  given: string | null,
): Promise<NewIds> {
  const needsMemberId =
    ids.memberId === null || takenByOthers(taken, ids, given).length < taken.length;
  if (!needsMemberId && !isIdTaken) return ids;
  return {
    customer: isIdTaken ? await takeFreeCustomerId(ctx) : ids.customer,
    memberId: needsMemberId
      ? makeMemberId(memberIdPrefix, ctx.secrets.newMemberDigits())
      : ids.memberId,
  };
}
