import {
  type Customer,
  checkMember,
  type Membership,
  membershipStatusName,
} from "@stampbook/core/customers";
import { z } from "zod";
import { balance, levelCode, levelName, memberId, stampsLeft, stampsOwed, tags } from "./shown.ts";

/** The customer of a membership; their id is the membership's id. */
type Member = {
  readonly customer: Pick<Customer, "id" | "isActive">;
  readonly membership: Membership;
};

export const held = {
  stamps: stampsLeft,
  stamps_remaining: z.int().describe("The same as `stamps`."),
  balance,
};
export const since = {
  referral_code: z.string().describe("The code by which the member refers others."),
  start_date: z.iso.date().nullable().describe("The day on which the membership began, if known."),
  created: z.iso.date().describe("The day on which the member was registered."),
};

/** The fields of every membership object. Interface 2, section 2. */
export const standing = {
  status_text: levelName,
  level: levelCode,
  level_text: levelName,
  member_status: z
    .enum(["Active", "Inactive", "Suspended"])
    .describe("The state of the membership."),
  is_blocked: z.boolean().describe("Whether the merchant blocked the member."),
  redemption_allowed: z.boolean().describe("Whether the member may redeem."),
  stamps_owed: stampsOwed,
};

/** The membership in most answers of redemptions and sales. */
export const MembershipWithStatusCode = z
  .object({ id: memberId, tags, status: levelCode, ...standing, ...held, ...since })
  .meta({ id: "Membership", description: "A membership; `status` is the level's code." });

export function presentMembershipWithStatusCode(
  member: Member,
): z.input<typeof MembershipWithStatusCode> {
  const { customer, membership } = member;
  return {
    id: customer.id,
    tags: [...membership.tags],
    status: membership.level,
    ...presentStanding(member),
    ...presentHeld(membership),
    ...presentSince(membership),
  };
}

/** The membership in `redeem-promo-code`. */
export const MembershipWithLevel = z
  .object({ id: memberId, tags, ...standing, ...held, ...since })
  .meta({ id: "MembershipWithLevel", description: "A membership without `status`." });

export function presentMembershipWithLevel(member: Member): z.input<typeof MembershipWithLevel> {
  const { customer, membership } = member;
  return {
    id: customer.id,
    tags: [...membership.tags],
    ...presentStanding(member),
    ...presentHeld(membership),
    ...presentSince(membership),
  };
}

/** The membership in `redeem-multiple-rewards`. */
export const MembershipWithStatusText = z
  .object({
    id: memberId,
    status: z.string().describe("The state of the membership, such as `Active`."),
    ...standing,
    ...held,
    ...since,
  })
  .meta({ id: "MembershipWithStatusText", description: "A membership; `status` is a word." });

export function presentMembershipWithStatusText(
  member: Member,
): z.input<typeof MembershipWithStatusText> {
  const { customer, membership } = member;
  return {
    id: customer.id,
    status: membershipStatusName(membership.status),
    ...presentStanding(member),
    ...presentHeld(membership),
    ...presentSince(membership),
  };
}

function presentStanding({ customer, membership }: Member) {
  return {
    status_text: membership.levelName,
    level: membership.level,
    level_text: membership.levelName,
    member_status: membershipStatusName(membership.status),
    is_blocked: membership.isBlocked,
    redemption_allowed: !membership.needsName && checkMember(customer, membership) === null,
    // kept answers of earlier versions lack it
    stamps_owed: membership.stampsOwed ?? 0,
  };
}

/** `balance` is exact as a double: at most twelve digits before the point, and two after it. */
function presentHeld({ stamps, balance }: Membership) {
  return { stamps, stamps_remaining: stamps, balance: Number(balance) };
}

function presentSince({ referralCode, startDate, createdOn }: Membership) {
  return { referral_code: referralCode, start_date: startDate, created: createdOn };
}
