import type { Offers } from "@stampbook/core/redeeming";
import { z } from "zod";
import { presentOfferedReward, RewardInList } from "./reward-shown.ts";
import { presentVoucherInList, VoucherInList } from "./voucher-in-list.ts";

/** The answer of `/api/rewards`. */
export const OffersAnswer = z.object({
  rewards: z.array(RewardInList),
  vouchers: z.array(VoucherInList),
  /** Null without a user. `status` and `membership_status` are the level's name. */
  customer: z
    .object({
      id: z.int(),
      stamps: z.int(),
      stamps_remaining: z.int(),
      membership_status: z.string(),
      status: z.string(),
    })
    .nullable(),
});

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
