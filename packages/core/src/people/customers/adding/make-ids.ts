import type { CoreContext } from "../../../foundation/context.ts";
import type { AddSeen, NewIds } from "./add-customer.rules.ts";
import { takeFreeCustomerId } from "./free-customer-id.sql.ts";
import { makeMemberId } from "./make-member-id.rules.ts";

/** What a statement reads about the ids of a new customer. */
type Seen = Pick<AddSeen, "isIdTaken" | "memberIdPrefix"> & {
  /** Whether a customer has the Member ID that was made. */
  readonly isMadeTaken: boolean;
};

/**
 * Makes a Member ID for a customer without one, and replaces made ids that are taken. Returns `ids` itself if
 * it made none.
 */
export async function makeIds(
  ctx: CoreContext,
  { isMadeTaken, isIdTaken, memberIdPrefix }: Seen,
  ids: NewIds,
): Promise<NewIds> {
  const needsMemberId = ids.memberId === null || isMadeTaken;
  if (!needsMemberId && !isIdTaken) return ids;
  return {
    customer: isIdTaken ? await takeFreeCustomerId(ctx) : ids.customer,
    memberId: needsMemberId
      ? makeMemberId(memberIdPrefix, ctx.secrets.newMemberDigits())
      : ids.memberId,
  };
}
