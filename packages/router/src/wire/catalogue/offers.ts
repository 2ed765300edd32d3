import type { Offers } from "@stampbook/core/redeeming";
import { z } from "zod";
import { levelName, memberId, stampsLeft } from "../shown.ts";
import { presentOfferedReward, RewardInList } from "./reward-shown.ts";
import { presentVoucherInList, VoucherInList } from "./voucher-in-list.ts";

/** The answer of `/api/rewards`. */
export const OffersAnswer = z
  .object({
    rewards: z.array(RewardInList).describe("The rewards, by id."),
    vouchers: z
      .array(VoucherInList)
      .describe("The customer's vouchers, by id. Empty without a user."),
    customer: z
      .object({
        id: memberId,
        stamps: stampsLeft,
        stamps_remaining: stampsLeft,
        membership_status: levelName,
        status: levelName,
      })
      .nullable()
      .describe("The customer. Null without a user."),
  })
  .meta({ id: "Offers", description: "What can be redeemed." });

export function presentOffers(offers: Offers): z.input<typeof OffersAnswer> {
  return {
    rewards: offers.rewards.map(presentOfferedReward),
    vouchers: offers.vouchers.map(presentVoucherInList),
    customer: presentCustomer(offers),
  };
}

function presentCustomer({ customer, membership }: Offers) {
  if (!customer || !membership) return null;
  const { stamps, levelName } = membership;
  return {
    id: customer.id,
    stamps,
    stamps_remaining: stamps,
    membership_status: levelName,
    status: levelName,
  };
}
