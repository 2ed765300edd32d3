import { type Customer, type Membership, membershipStatusName } from "@stampbook/core/customers";
import { z } from "zod";

/** The customer of a membership; their id is the membership's id. */
type Member = { readonly customer: Pick<Customer, "id">; readonly membership: Membership };

const held = { stamps: z.int(), stamps_remaining: z.int(), balance: z.number() };
const since = {
  referral_code: z.string(),
  start_date: z.iso.date().nullable(),
  created: z.iso.date(),
};

/** redeem-reward, redeem-voucher, deduct-value: `status` is the number. */
export const MembershipWithStatusCode = z.object({
  id: z.int(),
  tags: z.array(z.string()),
  status: z.int(),
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
    status: membership.status,
    ...presentHeld(membership),
    ...presentSince(membership),
  };
}

/** redeem-promo-code: the level's number, and no status. */
export const MembershipWithLevel = z.object({
  id: z.int(),
  tags: z.array(z.string()),
  level: z.int(),
  ...held,
  ...since,
});

export function presentMembershipWithLevel(member: Member): z.input<typeof MembershipWithLevel> {
  const { customer, membership } = member;
  return {
    id: customer.id,
    tags: [...membership.tags],
    level: membership.level,
    ...presentHeld(membership),
    ...presentSince(membership),
  };
}

/** redeem-multiple-rewards: `status` is a word, with the level and whether the membership is blocked. */
export const MembershipWithStatusText = z.object({
  id: z.int(),
  level: z.int(),
  level_text: z.string(),
  status: z.string(),
  ...held,
  is_blocked: z.boolean(),
  ...since,
});

export function presentMembershipWithStatusText(
  member: Member,
): z.input<typeof MembershipWithStatusText> {
  const { customer, membership } = member;
  return {
    id: customer.id,
    level: membership.level,
    level_text: membership.levelName,
    status: membershipStatusName(membership.status),
    ...presentHeld(membership),
    is_blocked: membership.isBlocked,
    ...presentSince(membership),
  };
}

/** Two places and at most twelve digits before them, which a double holds exactly. */
function presentHeld({ stamps, balance }: Membership) {
  return { stamps, stamps_remaining: stamps, balance: Number(balance) };
}

function presentSince({ referralCode, startDate, createdOn }: Membership) {
  return { referral_code: referralCode, start_date: startDate, created: createdOn };
}
