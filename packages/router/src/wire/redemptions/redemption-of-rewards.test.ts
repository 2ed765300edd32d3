import { expect, it } from "vitest";
import { customer, membership, redemption, reward, voucher } from "../testing/domain-values.ts";
import { presentRedemptionOfRewards, RedemptionOfRewards } from "./redemption-of-rewards.ts";

const shownReward = {
  id: 1,
  name: "Kaya Bun",
  stamps_to_redeem: 2,
  extra_data: { sku: "KB" },
  code: "MI0017",
  type: "reward",
};

const shownVoucher = {
  id: 4,
  name: "Free Kaya Bun",
  code: "PZ633ECV",
  is_active: true,
  start_date: "2026-01-01",
  end_date: null,
  value: 10000.5,
  picture_url: "https://example.com/bun.png",
  short_description: "short",
  description: "long",
  instructions: "ask",
  terms_and_conditions: "terms",
  extra_data: { sku: "KB" },
  type: "voucher",
};

const plain = { reward, qty: 1, stampsUsed: 2, requestId: null, voucher: null };
const issuing = { reward, qty: 2, stampsUsed: 4, requestId: "r-1", voucher };

it("shows each line with what was redeemed of it, and the first voucher", () => {
  const of = { redemption, customer, membership, lines: [plain, issuing] };
  expect(RedemptionOfRewards.parse(presentRedemptionOfRewards(of))).toEqual({
    id: 3,
    reward: "Kaya Bun",
    stamps_used: 2,
    extra_data: { table: 7 },
    rewards: [
      { ...shownReward, qty: 1, stamps_used: 2, request_id: null },
      { ...shownReward, qty: 2, stamps_used: 4, request_id: "r-1", voucher: shownVoucher },
    ],
    voucher: shownVoucher,
  });
});

it("has no voucher where no reward issued one", () => {
  const of = { redemption, customer, membership, lines: [plain] };
  expect(RedemptionOfRewards.parse(presentRedemptionOfRewards(of))).not.toHaveProperty("voucher");
});
