import { Failure, unknownMember } from "../foundation/failures.ts";
import { spendableStamps } from "../holding/stamps/lots.rules.ts";
import { checkMember } from "../people/customers/membership.rules.ts";
import type { Customer } from "../people/customers/types.ts";
import { pinStanding } from "../people/pin/pin.rules.ts";
import type { Member, MemberSeen } from "./types.ts";

/**
 * Returns a customer's Member IDs, the primary one first. Without a Member ID, returns the id as a string.
 */
export function memberIdsOf(
  { id, memberId }: Pick<Customer, "id" | "memberId">,
  others: readonly string[],
): readonly string[] {
  const all = memberId === null ? others : [memberId, ...others];
  return all.length > 0 ? all : [String(id)];
}

/** Makes a `Member` of the data that was read. Throws `invalid_data` if no member was found. */
export function memberOf(seen: MemberSeen): Member {
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
