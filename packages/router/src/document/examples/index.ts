import { catalogue } from "./catalogue.ts";
import { members } from "./members.ts";
import { merchants } from "./merchants.ts";
import { redemptions } from "./redemptions.ts";
import { stamps } from "./stamps.ts";
import { transactions } from "./transactions.ts";
import {
  customer,
  type Example,
  membership,
  ok,
  redemption,
  reward,
  shortVoucher,
  someone,
  voucher,
  who,
  withoutStatus,
  withoutTags,
} from "./values.ts";

export type { Example } from "./values.ts";

/**
 * One example per operation, by procedure name. A test runs each on a new copy of the sample merchant, and
 * another runs all of them on the demo, in the documented order. So no example spends what a later one needs.
 */
export const examples: Readonly<Record<string, Example>> = {
  "password.validate": { body: { ...someone, password: "secret123" }, answer: ok },
  "pin.set": {
    body: { user: "budi@example.com", pin: "024680", confirm_pin: "024680" },
    answer: ok,
  },
  "pin.change": {
    body: { ...someone, current_pin: "123456", new_pin: "024680", confirm_new_pin: "024680" },
    answer: ok,
  },
  "pin.validate": { body: { ...someone, pin: "123456" }, answer: ok },
  "pin.unblock": { body: someone, answer: ok },
  "pin.requestReset": { body: someone, answer: { ...ok, otp: "048213" } },
  "pin.reset": {
    body: { ...someone, otp: "048213", pin: "123456", confirm_pin: "123456" },
    answer: ok,
  },
  "pin.resetWithPassword": {
    body: { ...someone, password: "secret123", pin: "123456", confirm_pin: "123456" },
    answer: ok,
  },
  "password.change": {
    body: { ...someone, old_password: "secret123", new_password: "a longer secret" },
    answer: ok,
  },
  "password.set": {
    body: { email: "customer@example.com", new_password: "secret123" },
    answer: { ...ok, id: 123, name: "Customer", email: "customer@example.com" },
  },
  "password.requestReset": {
    body: { identifier: "081239871234", type: "sms" },
    answer: { ...ok, otp: "048213" },
  },
  "password.reset": {
    body: {
      identifier: 123,
      otp: "048213",
      new_password: "secret123",
      confirm_new_password: "secret123",
    },
    answer: ok,
  },
  "mobileNumber.validate": { body: { mobile_number: "081239871234" }, answer: ok },
  "otp.resetLimit": { body: someone, answer: ok },
  "redemptions.redeemReward": {
    body: { ...who, reward: 1, invoice_number: "INV-1", channel: 2 },
    answer: {
      redemption: { ...redemption, reward: "Kaya Bun", stamps_used: 2 },
      membership: { ...membership, stamps: 248, stamps_remaining: 248 },
      reward,
      voucher,
    },
  },
  "redemptions.redeemVoucher": {
    body: { ...who, voucher: 22, invoice_number: "INV-2", extra_data: { table: 7 } },
    answer: {
      redemption: { ...redemption, extra_data: { table: 7 } },
      membership,
      voucher: { ...shortVoucher, id: 22, code: "KAYA0022" },
    },
  },
  "vouchers.deductValue": {
    body: { ...who, voucher: 21, value: "12500.00" },
    answer: {
      redemption: { ...redemption, reward: "Gift card" },
      membership,
      voucher: { id: 21, name: "Gift card", code: "GIFT0021", type: "voucher" },
    },
  },
  "vouchers.redeem": {
    body: { identifier: "customer@example.com", voucher_code: "KAYA0024", store: 32 },
    answer: {
      redemption: { id: 1, status: "Created" },
      voucher: { id: 24, name: "Free Kaya Bun", extra_data: {} },
    },
  },
  "redemptions.redeemVoucherCode": {
    body: {
      identifier: "customer@example.com",
      voucher_code: "KAYA0023",
      voucher_template: 12,
      store: 32,
    },
    answer: { redemption: { id: 1, status: "Created" }, customer },
  },
  "redemptions.redeemPromoCode": {
    body: { ...who, promo_code: "PROMOCODE", invoice_number: "INV-3" },
    answer: {
      redemption: { ...redemption, reward: "Discount Rp 100,000" },
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
      },
      membership: withoutStatus,
      promo_code: { id: 1, code: "PROMOCODE", name: "Discount Rp 100,000", extra_data: {} },
    },
  },
  "redemptions.authorize": {
    body: { user: "customer@example.com", pin: "123456", request_id: "till-3-0001", timeout: 300 },
    answer: ok,
  },
  "redemptions.cancel": {
    body: { id: 1, create_replacement_voucher: true },
    answer: {
      redemption: { ...redemption, status: "Canceled", stamps_returned: 0 },
      customer,
      membership,
      voucher: {
        id: 7,
        code: "7Q2M0ZK4T9XW3RBH",
        name: "Free Kaya Bun",
        value: null,
        start_date: "2026-11-21",
        end_date: "2027-12-31",
      },
      withdrawn_vouchers: [],
    },
  },
  "redemptions.redeemMultipleRewards": {
    body: { ...who, rewards: [{ code: "MI0017", qty: 2 }] },
    answer: {
      redemption: {
        ...redemption,
        reward: "Kaya Bun",
        stamps_used: 4,
        rewards: [
          {
            ...reward,
            qty: 2,
            stamps_used: 4,
            request_id: null,
            voucher: { ...voucher, type: "voucher" },
          },
        ],
        voucher: { ...voucher, type: "voucher" },
      },
      membership: { ...withoutTags, status: "Active", stamps: 246, stamps_remaining: 246 },
    },
  },
  "bookings.add": {
    body: {
      ...who,
      date: "2030-11-21",
      time: "19:30",
      phone: "081239871234",
      number_of_people: 4,
      notes: "By the window",
    },
    answer: {
      booking: {
        id: 1,
        store: 32,
        date: "2030-11-21",
        time: "19:30:00",
        phone: "081239871234",
        number_of_people: 4,
        status: "Requested",
      },
    },
  },
  "diagnostics.ping": {
    body: {},
    answer: { pong: { merchant: "My Merchant", merchant_id: 1 } },
  },
  ...redemptions,
  ...transactions,
  ...stamps,
  ...merchants,
  ...members,
  ...catalogue,
};
