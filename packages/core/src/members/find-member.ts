import { countShownCustomers } from "../budgets/index.ts";
import type { CoreContext } from "../context.ts";
import { type CustomerRef, checkMember } from "../customers/index.ts";
import { Failure, unknownMember } from "../failures.ts";
import { pinStanding } from "../pin/index.ts";
import { spendableStamps } from "../stamps/index.ts";
import { memberIdsOf } from "./member.rules.ts";
import { readMember } from "./member.sql.ts";
import type { Member } from "./types.ts";

/**
 * A member by the possible meanings of an identifier. Counts as a customer shown to the caller's token.
 * Refuses invalid_data for an unknown member, and too_many_attempts.
 */
export async function findMember(ctx: CoreContext, ref: CustomerRef): Promise<Member> {
  const seen = await countShownCustomers(ctx, 1, (budgets) => readMember(ctx, ref, budgets));
  const { customer, membership, details, pin, settings } = seen;
  if (!customer || !membership || !details) throw new Failure(unknownMember);
  const { otherMemberIds, ...shown } = details;
  const isNamed = shown.registrationStatus === "Full" || settings.partialMayRedeem;
  return {
    ...shown,
    customer,
    membership: { ...membership, stamps: spendableStamps(membership.stamps, seen.due) },
    memberIds: memberIdsOf(customer, otherMemberIds),
    mayRedeem: isNamed && checkMember(customer, membership) === null,
    hasPin: pin !== null,
    isPinBlocked: pin !== null && pinStanding(pin, settings.pinLimits).state === "blocked",
    hasPassword: seen.hasPassword,
    needsAuthorization: settings.needsAuthorization,
  };
}
