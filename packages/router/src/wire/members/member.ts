import { type Customer, type Membership, membershipStatusName } from "@stampbook/core/customers";
import type { Member, MemberSuggested } from "@stampbook/core/members";
import { z } from "zod";
import { MembershipWithStatusCode, since } from "../membership.ts";
import { balance, birthday, memberId, levelName as nameOfLevel, stampsLeft } from "../shown.ts";
import { User as ShownUser } from "./user.ts";

// Absent phones, emails and addresses are "" here, and an unknown birthday is null, because clients rely on
// both. Interface 2, section 5.

const { shape: shownUser } = ShownUser;

/** The membership of a member in full. */
export const MemberMembership = MembershipWithStatusCode.extend({
  allow_newsletters: z.boolean().describe("Whether the member wants newsletters."),
  allow_sms_marketing: z.boolean().describe("Whether the member wants offers by SMS."),
  allow_whatsapp_marketing: z.boolean().describe("Whether the member wants offers by WhatsApp."),
  primary_card: z.null().describe("Always null."),
}).meta({
  id: "MembershipInFull",
  description: "A membership with what the member agreed to; `status` is the level's code.",
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
    stamps_owed: membership.stampsOwed ?? 0,
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

const memberIds = z
  .array(z.string())
  .min(1)
  .describe("The Member IDs, the primary one first. If the member has none, the id as a text.");
const primaryId = z.string().describe("The first of `member_ids`.");

/** A member's own data in full. */
export const MemberUser = z
  .object({
    id: z.string().describe("The id of the customer, as a text."),
    name: shownUser.name,
    gender: shownUser.gender,
    address: shownUser.address,
    is_active: shownUser.is_active,
    email: z.string().describe("Empty if the member has none."),
    phone: z.string().describe("The mobile number in E.164. Empty if the member has none."),
    picture_url: shownUser.picture_url,
    birthday,
    postal_code: z.string().describe("Empty if it is not known."),
    email_is_verified: z.boolean().describe("Whether the member proved to read this email."),
    phone_is_verified: z.boolean().describe("Whether the member proved to hold this number."),
    notes: z.string().describe("The merchant's notes about the member."),
    member_ids: memberIds,
    primary_membership_id: primaryId,
    primary_member_id: primaryId,
    has_pin: z.boolean().describe("Whether the member has a PIN."),
    pin_is_blocked: z.boolean().describe("Whether wrong PINs blocked the PIN."),
    has_password: z.boolean().describe("Whether the member has a password."),
    protected_redemption: z
      .boolean()
      .describe("Whether redemptions need the member's PIN: `redemptions/authorize`."),
    registration_status: z
      .enum(["Full", "Partial"])
      .describe("Partial: registered by an email or a number alone, without a name."),
    is_anonymized: z.boolean().describe("Always false: look-ups find no anonymized customers."),
    referral_code: since.referral_code,
  })
  .meta({ id: "User", description: "A member's own data." });

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
  id: memberId,
  gender: z.string().nullable().describe("Null if it is not known."),
  email: shownUser.email,
  phone: shownUser.phone,
}).meta({ id: "PartialUser", description: "A member's own data; what is unknown is null." });

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

const identifier = z.string().describe("The email, else the mobile number, else the Member ID.");

/** A member as one flat object. */
export const FlatMember = z.object({
  id: memberId,
  name: shownUser.name,
  birthday,
  stamps: stampsLeft,
  email: MemberUser.shape.email,
  identifier,
  is_active: shownUser.is_active,
  member_ids: memberIds,
  gender: z.int().nullable().describe("1 male, 2 female, null if it is not known."),
  phone: MemberUser.shape.phone,
  address: shownUser.address,
  balance,
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
export const MemberStatus = FlatMember.extend({ membership_status: nameOfLevel }).meta({
  id: "MemberStatus",
  description: "A member as one flat object.",
});

export function presentMemberStatus(member: Member): z.input<typeof MemberStatus> {
  return { ...presentFlatMember(member), membership_status: levelName(member.membership) };
}

/**
 * A member in the answer of `suggestions`: the flat member with the level's name and the primary Member ID.
 */
export const MemberSuggestion = FlatMember.extend({
  membership: nameOfLevel,
  member_id: primaryId,
}).meta({ id: "MemberSuggestion", description: "A member whom a search found." });

export function presentSuggestion(member: MemberSuggested): z.input<typeof MemberSuggestion> {
  return {
    ...presentFlatMember(member),
    membership: levelName(member.membership),
    member_id: primaryOf(member.memberIds),
  };
}

/** A member in short, in the answers of `/api/memberships/register` and `/api/memberships/change`. */
export const MemberBrief = z
  .object({
    id: memberId,
    name: shownUser.name,
    email: MemberUser.shape.email,
    identifier,
    member_id: primaryId,
    phone: MemberUser.shape.phone,
    birthday,
    gender: shownUser.gender,
  })
  .meta({ id: "MemberBrief", description: "A member in short." });

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
