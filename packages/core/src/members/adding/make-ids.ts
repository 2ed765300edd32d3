import type { CoreContext } from "../../foundation/context.ts";
import { takeFreeCustomerId } from "./free-customer-id.sql.ts";
import { makeMemberId } from "./make-member-id.rules.ts";

/** The ids of a new customer. */
export type NewIds = {
  readonly customer: number;
  /** The Member ID that the caller gives, else one that is made. Null until it is made. */
  readonly memberId: string | null;
};

/** What a statement reads about the ids of a new customer. */
type Seen = {
  /**
   * Whether the new id's digits are also a Member ID or mobile number in use. The call then needs another id.
   */
  readonly isIdTaken: boolean;
  /** Whether a customer has the Member ID that was made. */
  readonly isMadeTaken: boolean;
  /** The merchant's prefix of Member IDs that are made. */
  readonly memberIdPrefix: string;
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
