import {
  customer,
  type Example,
  membership,
  redemption,
  reward,
  shortVoucher,
  someone,
  voucher,
  who,
} from "./values.ts";

const sale = {
  ...who,
  invoice_number: "INV-4",
  total_value: 95000,
  items: [{ product_name: "Kaya Bun", quantity: 2, subtotal: "95000.00" }],
  payments: [{ value: 95000, payment_method: "cash" }],
  stamps: 9,
};
const transaction = { id: 1, value: 95000, stamps_earned: 9 };
const earner = { id: 123, stamps_remaining: 259, balance: 0, status: "Blue" };

const issued = { ...voucher, type: "voucher" };
const promoCode = { id: 1, code: "PROMOCODE", name: "Discount Rp 100,000", extra_data: {} };

/** Examples of the operations on sales. */
export const transactions: Readonly<Record<string, Example>> = {
  "transactions.add": {
    body: sale,
    answer: {
      transaction: { ...transaction, number_of_people: 1, discount: null },
      customer: { ...earner, mobile_phone: "+6281239871234" },
    },
  },
  "transactions.addBrief": {
    body: { ...sale, invoice_number: "INV-5", employee_code: "E7" },
    answer: { transaction, customer: earner },
  },
  "transactions.addWithRedemptions": {
    body: {
      ...sale,
      invoice_number: "INV-6",
      reward_redemptions: [{ reward: "MI0017" }],
      voucher_redemptions: [{ voucher_code: "KAYA0025" }],
      promo_code_redemptions: [{ promo_code: "PROMOCODE" }],
    },
    answer: {
      transaction: { ...transaction, number_of_people: 1, discount: null },
      redemptions: [
        {
          id: 1,
          reward: "Kaya Bun",
          stamps_used: 2,
          extra_data: null,
          rewards: [{ ...reward, qty: 1, stamps_used: 2, request_id: null, voucher: issued }],
          voucher: issued,
          request_id: null,
        },
        {
          ...redemption,
          id: 2,
          extra_data: null,
          rewards: [],
          request_id: null,
          voucher: {
            ...voucher,
            ...shortVoucher,
            id: 25,
            code: "KAYA0025",
            start_date: "2026-01-01",
            end_date: "2027-12-31",
            remaining_value: null,
          },
        },
        {
          id: 3,
          reward: promoCode.name,
          stamps_used: 0,
          extra_data: null,
          rewards: [],
          request_id: null,
          promo_code: promoCode,
        },
      ],
      membership: { ...membership, stamps: 257, stamps_remaining: 257 },
      issued_voucher: null,
    },
  },
  "transactions.cancel": {
    body: { invoice_number: "INV-4", date: "2026-11-21", store: 32 },
    answer: {
      transaction: { ...transaction, status: "Canceled" },
      voucher: null,
      vouchers: [],
      withdrawn_vouchers: [],
      membership,
    },
  },
  "transactions.cancelById": {
    body: { id: 1 },
    answer: {
      transaction: { ...transaction, status: "Canceled" },
      voucher: null,
      vouchers: [],
      withdrawn_vouchers: [],
      customer: { ...customer, mobile_number: "+6281239871234" },
    },
  },
  "transactions.modify": {
    body: { id: 1, total_value: -10000, items: [{ product_name: "Kaya Bun", quantity: -1 }] },
    answer: {
      transaction: {
        ...transaction,
        value: 85000,
        stamps_earned: 8,
        number_of_people: 1,
        discount: null,
      },
      customer: { ...earner, stamps_remaining: 258, mobile_phone: "+6281239871234" },
    },
  },
  "transactions.previewEarnings": {
    body: { ...who, total_value: 95000 },
    answer: { stamps: 0 },
  },
  "transactions.details": {
    body: { transaction_id: 1 },
    answer: {
      transaction: {
        created: 1795305600,
        value: 95000,
        subtotal: null,
        discount: null,
        tax: null,
        service_charge: null,
        stamps: 9,
        status: "Created",
        type: null,
        notes: "",
        superseded_by: null,
        store: { id: 32, name: "Kemang", display_name: "Kemang" },
        items: [{ id: 1, name: "Kaya Bun", quantity: 2 }],
        payments: [{ id: 1, value: 95000, eligible_for_stamps: true, payment_method_code: "cash" }],
      },
    },
  },
  "transactions.byUser": {
    body: someone,
    answer: {
      transactions: [
        {
          id: 1,
          value: 95000,
          stamps_earned: 9,
          number_of_people: 1,
          discount: null,
          subtotal: null,
          invoice_number: "INV-4",
          created: 1795305600,
          merchant: "My Merchant",
          merchant_id: 1,
          status: 1,
          meta: { channel: null, channel_text: null },
          store: { name: "Kemang", display_name: "Kemang" },
        },
      ],
      has_next: false,
    },
  },
};
