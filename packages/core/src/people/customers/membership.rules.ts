import { type Refusal, unknownCustomer } from "../../foundation/failures.ts";
import type { Customer, Membership, MembershipStatus } from "./types.ts";

/** Membership statuses in words, by their numbers. */
export const membershipStatuses = {
  100: "Active",
  200: "Inactive",
  300: "Suspended",
} as const satisfies Record<MembershipStatus, string>;

type MembershipStatusName = (typeof membershipStatuses)[MembershipStatus];

/** A membership status in words. Decisions, section 7. */
export function membershipStatusName(status: MembershipStatus): MembershipStatusName {
  return membershipStatuses[status];
}

/** The refusals of a member who may not redeem. */
export const barred = {
  blocked: {
    code: "membership_blocked",
    message: "This membership is blocked",
    rule: "membership is not blocked",
    expected: "not blocked",
    found: "blocked",
  },
  inactiveCustomer: {
    code: "membership_blocked",
    message: "This customer is not active",
    rule: "customer is active",
    expected: "active",
    found: "not active",
  },
  inactive: (status: MembershipStatus): Refusal => ({
    code: "membership_blocked",
    message: `This membership is ${membershipStatusName(status).toLowerCase()}`,
    rule: "membership is active",
    expected: "Active",
    found: membershipStatusName(status),
  }),
  unnamed: {
    code: "membership_partial",
    message: "This member has no name yet. Add the name, then redeem.",
    rule: "the registration is full, or partial members may redeem",
    expected: "Full",
    found: "Partial",
  },
} as const satisfies Record<string, Refusal | ((status: MembershipStatus) => Refusal)>;

/**
 * Refuses a customer who was not found, is not active, or whose membership is blocked, inactive or suspended.
 */
export function checkMember(
  customer: Pick<Customer, "isActive"> | null,
  membership: Membership | null,
): Refusal | null {
  if (!customer || !membership) return unknownCustomer;
  if (membership.isBlocked) return barred.blocked;
  if (!customer.isActive) return barred.inactiveCustomer;
  return membership.status === 100 ? null : barred.inactive(membership.status);
}

/** Refuses redemptions of a partial member who has no name, unless the merchant's setting allows them. */
export function checkNamed(needsName: boolean): Refusal | null {
  return needsName ? barred.unnamed : null;
}
