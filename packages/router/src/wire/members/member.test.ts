import type { Member } from "@stampbook/core/members";
import { describe, expect, it } from "vitest";
import { customer, membership } from "../testing/domain-values.ts";
import {
  MemberMembership,
  MemberStatus,
  MemberSuggestion,
  MemberUser,
  presentMemberMembership,
  presentMemberStatus,
  presentMemberUser,
  presentSuggestion,
} from "./member.ts";

const member: Member = {
  customer,
  membership: { ...membership, level: 307, levelName: "Gold" },
  memberIds: ["M0001", "CARD-2"],
  postalCode: "12345",
  emailIsVerified: true,
  phoneIsVerified: false,
  notes: "Nut allergy",
  employeeCode: "7",
  consents: { newsletters: true, smsMarketing: false, whatsappMarketing: true },
  registrationStatus: "Partial",
  mayRedeem: false,
  hasPin: true,
  isPinBlocked: true,
  hasPassword: false,
  needsAuthorization: true,
};
const without = { email: null, mobileNumber: null, birthday: null, address: "" };

describe("a member in full", () => {
  it("has each field of the membership from its own source", () => {
    expect(MemberMembership.parse(presentMemberMembership(member))).toMatchObject({
      status: 307,
      status_text: "Gold",
      level: 307,
      level_text: "Gold",
      allow_newsletters: true,
      allow_sms_marketing: false,
      allow_whatsapp_marketing: true,
      member_status: "Active",
      redemption_allowed: false,
      primary_card: null,
    });
  });

  it("has each field of the user from its own source", () => {
    expect(MemberUser.parse(presentMemberUser(member))).toMatchObject({
      id: "123",
      postal_code: "12345",
      notes: "Nut allergy",
      member_ids: ["M0001", "CARD-2"],
      primary_member_id: "M0001",
      has_pin: true,
      pin_is_blocked: true,
      has_password: false,
      email_is_verified: true,
      phone_is_verified: false,
      protected_redemption: true,
      registration_status: "Partial",
    });
  });

  it("C1: has empty texts for absent contacts, and null for an unknown birthday", () => {
    const shown = presentMemberUser({ ...member, customer: { ...customer, ...without } });
    expect(MemberUser.parse(shown)).toMatchObject({
      email: "",
      phone: "",
      birthday: null,
      address: "",
    });
  });
});

describe("a flat member", () => {
  it.each([
    ["male", 1],
    [" M ", 1],
    ["1", 1],
    ["Female", 2],
    ["f", 2],
    ["", null],
    ["other", null],
  ])("has the gender %j as %j", (gender, code) => {
    const shown = presentMemberStatus({ ...member, customer: { ...customer, gender } });
    expect(MemberStatus.parse(shown)).toMatchObject({ gender: code, membership_status: "Gold" });
  });

  it.each([
    [{}, "customer@example.com"],
    [{ email: null }, "+6281239871234"],
    [without, "M0001"],
  ])("is identified by the email, the phone, or a Member ID: %j", (part, identifier) => {
    const shown = presentSuggestion({ ...member, customer: { ...customer, ...part } });
    expect(MemberSuggestion.parse(shown)).toMatchObject({ identifier, member_id: "M0001" });
  });
});
