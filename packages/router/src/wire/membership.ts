import {
  type Customer,
  checkMember,
  type Membership,
  membershipStatusName,
} from "@stampbook/core/customers";
import { z } from "zod";

/** The customer of a membership; their id is the membership's id. */
type Member = {
  readonly customer: Pick<Customer, "id" | "isActive">;
  readonly membership: Membership;
};

const held = { stamps: z.int(), stamps_remaining: z.int(), balance: z.number() };
const since = {
  referral_code: z.string(),
  start_date: z.iso.date().nullable(),
  created: z.iso.date(),
};

/** The fields of every membership object. Interface 2, section 2. */
const standing = {
  /** The level's name, like `level_text`. */
  status_text: z.string(),
  level: z.int(),
  level_text: z.string(),
  member_status: z.enum(["Active", "Inactive", "Suspended"]),
  is_blocked: z.boolean(),
  redemption_allowed: z.boolean(),
  stamps_owed: z.int(),
};

/** The membership in most answers of redemptions and sales: `status` is the level's code. */
export const MembershipWithStatusCode = z.object({
  id: z.int(),
  tags: z.array(z.string()),
  status: z.int(),
  ...standing,
  ...held,
  ...since,
});

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

/** The membership in `redeem-promo-code`: the level's code, and no `status`. */
export const MembershipWithLevel = z.object({
  id: z.int(),
  tags: z.array(z.string()),
  ...standing,
  ...held,
  ...since,
});

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

/** The membership in `redeem-multiple-rewards`: `status` is a word, `Active`. */
export const MembershipWithStatusText = z.object({
  id: z.int(),
  status: z.string(),
  ...standing,
  ...held,
  ...since,
});

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
    stamps_owed: 0,
  };
}

/** `balance` is exact as a double: at most twelve digits before the point, and two after it. */
function presentHeld({ stamps, balance }: Membership) {
  return { stamps, stamps_remaining: stamps, balance: Number(balance) };
}

function presentSince({ referralCode, startDate, createdOn }: Membership) {
  return { referral_code: referralCode, start_date: startDate, created: createdOn };
}
