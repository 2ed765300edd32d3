import { type Example, membership, ok, someone } from "./values.ts";

const member = {
  membership: {
    ...membership,
    allow_newsletters: false,
    allow_sms_marketing: false,
    allow_whatsapp_marketing: false,
    primary_card: null,
  },
  user: {
    id: "123",
    name: "Customer",
    gender: "male",
    address: "Jl Raya 1",
    is_active: true,
    email: "customer@example.com",
    phone: "+6281239871234",
    picture_url: null,
    birthday: "1989-10-01",
    postal_code: "",
    email_is_verified: false,
    phone_is_verified: false,
    notes: "",
    member_ids: ["M0001"],
    primary_membership_id: "M0001",
    primary_member_id: "M0001",
    has_pin: true,
    pin_is_blocked: false,
    has_password: true,
    protected_redemption: false,
    registration_status: "Full",
    is_anonymized: false,
    referral_code: "9121682",
  },
  tags: [],
};
/** Laras, whom the examples register. */
const newMember = {
  ...member.user,
  ...{ id: "125", name: "Laras", gender: "female", address: "", email: "laras@example.com" },
  ...{ phone: "+6281239870000", birthday: null, member_ids: ["A-7"], primary_membership_id: "A-7" },
  ...{ primary_member_id: "A-7", has_password: false, referral_code: "7Q2M0ZK4T9XW3RBH" },
};
const newMembership = {
  ...member.membership,
  ...{ id: 125, stamps: 0, stamps_remaining: 0, start_date: "2026-11-21", created: "2026-11-21" },
  ...{ referral_code: "7Q2M0ZK4T9XW3RBH", allow_newsletters: true },
};
const flatMember = {
  id: 123,
  name: "Customer",
  birthday: "1989-10-01",
  stamps: 250,
  email: "customer@example.com",
  identifier: "customer@example.com",
  is_active: true,
  member_ids: ["M0001"],
  gender: 1,
  phone: "+6281239871234",
  address: "Jl Raya 1",
  balance: 0,
};

/** Examples of the operations on members. */
export const members: Readonly<Record<string, Example>> = {
  "members.details": { body: someone, answer: member },
  "members.status": { body: someone, answer: { ...flatMember, membership_status: "Blue" } },
  "members.byCardNumber": { body: { card_number: "M0001" }, answer: member },
  "members.suggestions": {
    body: { query: "m0001" },
    answer: { suggestions: [{ ...flatMember, membership: "Blue", member_id: "M0001" }] },
  },
  "members.upgradeRequirement": {
    body: someone,
    answer: { upgrade_requirement: null, downgrade_requirement: null },
  },
  "members.register": {
    body: {
      ...{ name: "Laras", email: "laras@example.com", mobile_number: "081239870000", store: 32 },
      ...{ member_id: "A-7", gender: "female", referral_code: "9121682", pin: "135790" },
      ...{ confirm_pin: "135790", allow_newsletters: true, notes: "Nut allergy" },
      registering_employee_code: "7",
    },
    answer: {
      ...newMember,
      ...{ notes: "Nut allergy", membership: newMembership, registering_employee_code: "7" },
    },
  },
  "members.registerBrief": {
    body: { name: "Bayu", email: "bayu@example.com", phone: "081239870001", member_id: "A-8" },
    answer: {
      customer: {
        ...{ id: 125, name: "Bayu", email: "bayu@example.com", identifier: "bayu@example.com" },
        ...{ member_id: "A-8", phone: "+6281239870001", birthday: null, gender: "" },
      },
    },
  },
  "members.partialRegistration": {
    body: { user: "new@example.com", registering_employee_code: "7" },
    answer: {
      membership: {
        ...newMembership,
        ...{ status: "Active", redemption_allowed: false, allow_newsletters: false },
      },
      user: {
        ...newMember,
        ...{
          id: 125,
          name: "",
          gender: null,
          email: "new@example.com",
          phone: null,
          member_ids: ["M9121682405"],
        },
        ...{ primary_membership_id: "M9121682405", primary_member_id: "M9121682405" },
        ...{ has_pin: false, registration_status: "Partial" },
      },
    },
  },
  "members.expirationJournals": { body: someone, answer: { expiration_journals: [] } },
  "members.changeProfile": {
    body: { ...someone, gender: "male", address: "Jl Raya 2" },
    answer: { ...member.user, address: "Jl Raya 2", membership: member.membership },
  },
  "members.change": {
    body: { id: 123, name: "Customer" },
    answer: {
      customer: {
        ...{ id: 123, name: "Customer", email: "customer@example.com" },
        ...{ identifier: "customer@example.com", member_id: "M0001", phone: "+6281239871234" },
        ...{ birthday: "1989-10-01", gender: "male" },
      },
    },
  },
  "members.anonymize": { body: { identifier: "budi@example.com" }, answer: ok },
  "members.setLevel": { body: { ...someone, level: 100 }, answer: ok },
};
