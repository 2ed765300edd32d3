import type { Example } from "./values.ts";

/** What a till looks up before it redeems. */
export const catalogue: Readonly<Record<string, Example>> = {
  "vouchers.validate": {
    body: { voucher_code: "PZ633ECV", store: 32, user: "customer@example.com" },
    answer: {
      is_redeemable: true,
      reason: null,
      user: {
        name: "Customer",
        email: "customer@example.com",
        phone: "+6281239871234",
      },
      voucher: {
        id: 4,
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
    body: { user: "customer@example.com", last_voucher_id: 4 },
    answer: {
      vouchers: [
        {
          id: 6,
          code: "GIFT0001",
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
          },
        },
      ],
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
        start_date: "2026-01-01",
        end_date: "2027-12-31",
        is_active: true,
        extra_data: {},
        constraint: { start_time: null, end_time: null, max_usage_per_person: 1 },
      },
    },
  },
};
