import type { Example } from "./values.ts";

/** A reward, as `rewards.details` shows it. */
const kayaBun = {
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
const ofMerchant = {
  type: 2,
  landscape_picture_url: null,
  merchant_id: 1,
  merchant_code: "",
  usable_in_merchant_ids: [1],
};

/** A voucher that was issued on the day of the examples. */
const birthdayBun = {
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

/** The rewards, and a voucher of the customer. */
const offers: Example = {
  body: { store: 32, user: "customer@example.com", last_voucher_id: 24 },
  answer: {
    rewards: [
      {
        ...kayaBun,
        redeemable: true,
      },
    ],
    vouchers: [
      {
        id: 25,
        code: "KAYA0025",
        name: "Free Kaya Bun",
        type: "voucher",
        quantity: 1,
        image_url: "https://example.com/bun.png",
        landscape_url: null,
        terms: "",
        expires_on: "31-12-2027 23:59",
        extra_data: {},
        constraint: { channels: [] },
      },
    ],
    customer: {
      id: 123,
      stamps: 250,
      stamps_remaining: 250,
      membership_status: "Blue",
      status: "Blue",
    },
  },
};

/** Examples of the look-ups that a till makes before it redeems, and of issuing vouchers. */
export const catalogue: Readonly<Record<string, Example>> = {
  "vouchers.validate": {
    body: { voucher_code: "KAYA0025", store: 32, user: "customer@example.com" },
    answer: {
      is_redeemable: true,
      reason: null,
      user: {
        name: "Customer",
        email: "customer@example.com",
        phone: "+6281239871234",
      },
      voucher: {
        id: 25,
        name: "Free Kaya Bun",
        value: null,
        remaining_value: null,
        start_date: "2026-01-01",
        end_date: "2027-12-31",
        validity: "Fixed",
        extra_data: {},
      },
    },
  },
  "vouchers.byMerchantGroup": {
    body: { user: "customer@example.com", last_voucher_id: 4, per_page: 1 },
    answer: {
      vouchers: [
        {
          id: 21,
          code: "GIFT0021",
          is_active: true,
          quantity: 1,
          value: 50000,
          remaining_value: 50000,
          notes: "",
          start_date: "2026-01-01",
          end_date: "2027-12-31",
          terms_and_conditions: "",
          constraint: { channels: [] },
          template: {
            id: 13,
            name: "Gift card",
            short_description: "",
            description: "",
            instructions: "",
            terms_and_conditions: "",
            picture_url: "https://example.com/bun.png",
            extra_data: {},
            ...ofMerchant,
          },
        },
      ],
    },
  },
  "rewards.list": offers,
  "rewards.byMerchantGroup": offers,
  "rewards.details": {
    body: { reward_code: "MI0017" },
    answer: {
      ...kayaBun,
      available_at: ["Kemang"],
      is_active: true,
      is_cross_promo: false,
      picture_url: "",
      get_absolute_url: "",
      redemption_url: "",
    },
  },
  "vouchers.issue": {
    body: { user: "customer@example.com", voucher_template: 12, quantity: 1, notes: "Birthday" },
    answer: {
      vouchers: [birthdayBun],
      voucher: birthdayBun,
      customer: { id: 123, email: "customer@example.com" },
    },
  },
  "promoCodes.validate": {
    body: { promo_code: "PROMOCODE", store: 32, user: "customer@example.com" },
    answer: {
      is_redeemable: true,
      reason: null,
      promo_code: {
        id: 1,
        merchant_id: 1,
        code: "PROMOCODE",
        name: "Discount Rp 100,000",
        description: "Rp 100,000 off one order",
        start_date: "2026-01-01",
        end_date: "2027-12-31",
        is_active: true,
        extra_data: {},
        constraint: {
          start_time: null,
          end_time: null,
          max_usage_per_person: 1,
          max_daily_usage_per_person: null,
          registration_statuses: ["Full"],
          redeemable_in_all_stores: true,
          redeemable_in_all_merchants: true,
        },
      },
    },
  },
};
