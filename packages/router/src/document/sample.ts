// Data of the sample merchant of `docs/import-format.md` that the examples of several operations show.

export const ok = { status: "ok" };

export const someone = { user: "customer@example.com" };

export const who = { ...someone, store: 32 };

export const membership = {
  id: 123,
  tags: [],
  status: 100,
  status_text: "Blue",
  level: 100,
  level_text: "Blue",
  member_status: "Active",
  is_blocked: false,
  redemption_allowed: true,
  stamps_owed: 0,
  stamps: 250,
  stamps_remaining: 250,
  balance: 0,
  referral_code: "9121682",
  start_date: "2016-07-25",
  created: "2026-11-21",
};
export const { status: _, ...withoutStatus } = membership;
export const { tags: __, ...withoutTags } = membership;

export const customer = { id: 123, status: "Blue", stamps_remaining: 250 };

export const shortVoucher = { id: 4, name: "Free Kaya Bun", code: "PZ633ECV", type: "voucher" };

export const voucher = {
  id: 5,
  name: "Free Kaya Bun",
  code: "7Q2M0ZK4T9XW3RBH",
  is_active: true,
  start_date: "2026-11-21",
  end_date: "2026-12-22",
  value: null,
  picture_url: "https://example.com/bun.png",
  short_description: "",
  description: "",
  instructions: "",
  terms_and_conditions: "",
  extra_data: {},
};

export const reward = {
  id: 1,
  name: "Kaya Bun",
  stamps_to_redeem: 2,
  extra_data: {},
  code: "MI0017",
  type: "reward",
};

export const redemption = { id: 1, reward: "Free Kaya Bun", stamps_used: 0, extra_data: null };

/** A reward, as `rewards.details` shows it. */
export const kayaBun = {
  id: 1,
  code: "MI0017",
  name: "Kaya Bun",
  description: "",
  terms: "",
  stamps_to_redeem: 2,
  type: 4,
  type_text: "Voucher",
  membership: "Blue",
  image_url: "",
  landscape_url: null,
  price: null,
  merchant_code: null,
  extra_data: {},
  redeemable: null,
  reason: null,
  is_visible: true,
};

/** The keys of a template that name its kind and its merchant. */
export const ofMerchant = {
  type: 2,
  landscape_picture_url: null,
  merchant_id: 1,
  merchant_code: "",
  usable_in_merchant_ids: [1],
};

/** A voucher that was issued on the day of the examples. */
export const birthdayBun = {
  id: 7,
  code: "7Q2M0ZK4T9XW3RBH",
  is_active: true,
  quantity: 1,
  value: null,
  remaining_value: null,
  notes: "Birthday",
  start_date: "2026-11-21",
  end_date: "2026-12-22",
  terms_and_conditions: "",
  constraint: { channels: [] },
  template: {
    id: 12,
    name: "Free Kaya Bun",
    short_description: "",
    description: "",
    instructions: "",
    terms_and_conditions: "",
    picture_url: "https://example.com/bun.png",
    extra_data: {},
    ...ofMerchant,
  },
};

export const member = {
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
export const newMember = {
  ...member.user,
  id: "125",
  name: "Laras",
  gender: "female",
  address: "",
  email: "laras@example.com",
  phone: "+6281239870000",
  birthday: null,
  member_ids: ["A-7"],
  primary_membership_id: "A-7",
  primary_member_id: "A-7",
  has_password: false,
  referral_code: "7Q2M0ZK4T9XW3RBH",
};

export const newMembership = {
  ...member.membership,
  id: 125,
  stamps: 0,
  stamps_remaining: 0,
  start_date: "2026-11-21",
  created: "2026-11-21",
  referral_code: "7Q2M0ZK4T9XW3RBH",
  allow_newsletters: true,
};

export const flatMember = {
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

export const customerWithStamps = { id: 123, stamps: 255, status: "Blue" };

export const award = { id: 1, number_of_stamps: 5 };

export const sale = {
  ...who,
  invoice_number: "INV-4",
  total_value: 95000,
  items: [{ product_name: "Kaya Bun", quantity: 2, subtotal: "95000.00" }],
  payments: [{ value: 95000, payment_method: "cash" }],
  stamps: 9,
};

export const transaction = { id: 1, value: 95000, stamps_earned: 9, stamps_paid_off: 0 };

export const earner = {
  id: 123,
  stamps_remaining: 259,
  stamps_owed: 0,
  balance: 0,
  status: "Blue",
};

export const issued = { ...voucher, type: "voucher" };

export const promoCode = { id: 1, code: "PROMOCODE", name: "Discount Rp 100,000", extra_data: {} };

export const userInShort = {
  id: "123",
  name: "Customer",
  gender: "male",
  address: "Jl Raya 1",
  is_active: true,
  email: "customer@example.com",
  phone: "+6281239871234",
  picture_url: null,
  birthday: "1989-10-01",
};
