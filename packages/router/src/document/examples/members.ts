import { type Example, membership, someone } from "./values.ts";

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

/** Look-ups of members. */
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
  "members.expirationJournals": { body: someone, answer: { expiration_journals: [] } },
};
