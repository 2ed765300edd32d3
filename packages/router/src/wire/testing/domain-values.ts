import type { Customer, Membership } from "@stampbook/core/customers";
import type { Redemption, Reward } from "@stampbook/core/redeeming";
import type { Voucher } from "@stampbook/core/vouchers";

/** Values of the core's types, for the presenters' tests. */
export const customer: Customer = {
  id: 123,
  memberId: "M0001",
  name: "Customer",
  gender: "male",
  address: "Jl Raya 1",
  isActive: true,
  email: "customer@example.com",
  mobileNumber: "+6281239871234",
  pictureUrl: null,
  birthday: "1989-10-01",
};

export const membership: Membership = {
  level: 100,
  levelName: "Blue",
  status: 100,
  stamps: 250,
  stampsOwed: 0,
  balance: "150000.50",
  tags: ["regular"],
  referralCode: "9121682",
  startDate: "2016-07-25",
  createdOn: "2016-07-26",
  isBlocked: false,
};

export const redemption: Redemption = {
  id: 3,
  name: "Kaya Bun",
  stampsUsed: 2,
  status: "Created",
  extraData: { table: 7 },
};

export const reward: Reward = {
  id: 1,
  code: "MI0017",
  name: "Kaya Bun",
  kind: "fixed",
  stampsToRedeem: 2,
  extraData: { sku: "KB" },
};

export const voucher: Voucher = {
  id: 4,
  name: "Free Kaya Bun",
  code: "PZ633ECV",
  isActive: true,
  startDate: "2026-01-01",
  endDate: null,
  value: "10000.50",
  remainingValue: null,
  pictureUrl: "https://example.com/bun.png",
  shortDescription: "short",
  description: "long",
  instructions: "ask",
  termsAndConditions: "terms",
  extraData: { sku: "KB" },
};
