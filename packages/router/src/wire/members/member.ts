import { type Customer, type Membership, membershipStatusName } from "@stampbook/core/customers";
import type { Member, MemberSuggested } from "@stampbook/core/members";
import { z } from "zod";

// Absent phones, emails and addresses are "" here, and an unknown birthday is null, because clients rely on
// both. Interface 2, section 5.

/** The membership of a member in full. `status` is the level's code. */
export const MemberMembership = z.object({
  id: z.int(),
  tags: z.array(z.string()),
  status: z.int(),
  /** The level's name, like `level_text`. */
  status_text: z.string(),
  level: z.int(),
  level_text: z.string(),
  member_status: z.enum(["Active", "Inactive", "Suspended"]),
  stamps: z.int(),
  stamps_remaining: z.int(),
  stamps_owed: z.int(),
  balance: z.number(),
  is_blocked: z.boolean(),
  redemption_allowed: z.boolean(),
  referral_code: z.string(),
  start_date: z.iso.date().nullable(),
  created: z.iso.date(),
  allow_newsletters: z.boolean(),
  allow_sms_marketing: z.boolean(),
  allow_whatsapp_marketing: z.boolean(),
  primary_card: z.null(),
});

export function presentMemberMembership(member: Member): z.input<typeof MemberMembership> {
  const { customer, membership, consents, mayRedeem } = member;
  return {
    id: customer.id,
    tags: [...membership.tags],
    status: membership.level,
    status_text: membership.levelName,
    level: membership.level,
    level_text: membership.levelName,
    member_status: membershipStatusName(membership.status),
    stamps: membership.stamps,
    stamps_remaining: membership.stamps,
    stamps_owed: 0,
    balance: Number(membership.balance),
    is_blocked: membership.isBlocked,
    redemption_allowed: mayRedeem,
    referral_code: membership.referralCode,
    start_date: membership.startDate,
    created: membership.createdOn,
    allow_newsletters: consents.newsletters,
    allow_sms_marketing: consents.smsMarketing,
    allow_whatsapp_marketing: consents.whatsappMarketing,
    primary_card: null,
  };
}

/** A member's own data in full. */
export const MemberUser = z.object({
  id: z.string(),
  name: z.string(),
  gender: z.string(),
  address: z.string(),
  is_active: z.boolean(),
  email: z.string(),
  phone: z.string(),
  picture_url: z.string().nullable(),
  birthday: z.iso.date().nullable(),
  postal_code: z.string(),
  email_is_verified: z.boolean(),
  phone_is_verified: z.boolean(),
  notes: z.string(),
  member_ids: z.array(z.string()).min(1),
  primary_membership_id: z.string(),
  primary_member_id: z.string(),
  has_pin: z.boolean(),
  pin_is_blocked: z.boolean(),
  has_password: z.boolean(),
  protected_redemption: z.boolean(),
  registration_status: z.enum(["Full", "Partial"]),
  is_anonymized: z.boolean(),
  referral_code: z.string(),
});

export function presentMemberUser(member: Member): z.input<typeof MemberUser> {
  const { customer, membership, memberIds } = member;
  const primary = primaryOf(memberIds);
  return {
    id: String(customer.id),
    name: customer.name,
    gender: customer.gender,
    ...presentContacts(customer),
    is_active: customer.isActive,
    picture_url: customer.pictureUrl,
    postal_code: member.postalCode,
    email_is_verified: member.emailIsVerified,
    phone_is_verified: member.phoneIsVerified,
    notes: member.notes,
    member_ids: [...memberIds],
    primary_membership_id: primary,
    primary_member_id: primary,
    has_pin: member.hasPin,
    pin_is_blocked: member.isPinBlocked,
    has_password: member.hasPassword,
    protected_redemption: member.needsAuthorization,
    registration_status: member.registrationStatus,
    // look-ups find no anonymized customers
    is_anonymized: false,
    referral_code: membership.referralCode,
  };
}

/** The user of `partial-registration`: the id is a number, and what is unknown is null. */
export const PartialUser = MemberUser.extend({
  id: z.int(),
  gender: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});

export function presentPartialUser(member: Member): z.input<typeof PartialUser> {
  const { id, gender, email, mobileNumber } = member.customer;
  return {
    ...presentMemberUser(member),
    id,
    gender: gender || null,
    email,
    phone: mobileNumber,
  };
}

/** A member as one flat object. `gender` is 1 for male, 2 for female, or null. */
export const FlatMember = z.object({
  id: z.int(),
  name: z.string(),
  birthday: z.iso.date().nullable(),
  stamps: z.int(),
  email: z.string(),
  identifier: z.string(),
  is_active: z.boolean(),
  member_ids: z.array(z.string()).min(1),
  gender: z.int().nullable(),
  phone: z.string(),
  address: z.string(),
  balance: z.number(),
});

export function presentFlatMember({
  customer,
  membership,
  memberIds,
}: MemberSuggested): z.input<typeof FlatMember> {
  const { email, mobileNumber } = customer;
  return {
    id: customer.id,
    name: customer.name,
    ...presentContacts(customer),
    stamps: membership.stamps,
    identifier: email ?? mobileNumber ?? primaryOf(memberIds),
    is_active: customer.isActive,
    member_ids: [...memberIds],
    gender: genderCode(customer.gender),
    balance: Number(membership.balance),
  };
}

/** The answer of `status`: the flat member with the level's name. */
export const MemberStatus = FlatMember.extend({ membership_status: z.string() });

export function presentMemberStatus(member: Member): z.input<typeof MemberStatus> {
  return { ...presentFlatMember(member), membership_status: levelName(member.membership) };
}

/**
 * A member in the answer of `suggestions`: the flat member with the level's name and the primary Member ID.
 */
export const MemberSuggestion = FlatMember.extend({
  membership: z.string(),
  member_id: z.string(),
});

export function presentSuggestion(member: MemberSuggested): z.input<typeof MemberSuggestion> {
  return {
    ...presentFlatMember(member),
    membership: levelName(member.membership),
    member_id: primaryOf(member.memberIds),
  };
}

/** A member in short, in the answers of `/api/memberships/register` and `/api/memberships/change`. */
export const MemberBrief = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  identifier: z.string(),
  member_id: z.string(),
  phone: z.string(),
  birthday: z.iso.date().nullable(),
  gender: z.string(),
});

export function presentMemberBrief({
  customer,
  memberIds,
}: Pick<Member, "customer" | "memberIds">): z.input<typeof MemberBrief> {
  const { id, name, gender } = customer;
  const { address: _, ...contacts } = presentContacts(customer);
  const member_id = primaryOf(memberIds);
  const identifier = customer.email ?? customer.mobileNumber ?? member_id;
  return { id, name, gender, ...contacts, identifier, member_id };
}

const levelName = ({ levelName: name }: Membership) => name;

function primaryOf(memberIds: readonly string[]): string {
  const [primary] = memberIds;
  if (primary === undefined) throw new TypeError("a member has an id at least");
  return primary;
}

function presentContacts({ address, email, mobileNumber, birthday }: Customer) {
  return { address, email: email ?? "", phone: mobileNumber ?? "", birthday };
}

/** 1 for male, 2 for female, null for any other text. */
function genderCode(gender: string): 1 | 2 | null {
  const word = gender.trim().toLowerCase();
  if (["male", "m", "1"].includes(word)) return 1;
  return ["female", "f", "2"].includes(word) ? 2 : null;
}
