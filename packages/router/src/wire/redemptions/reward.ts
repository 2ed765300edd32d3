import type { Reward as DomainReward } from "@stampbook/core/redeeming";
import { z } from "zod";
import { ExtraDataShown } from "../extra-data.ts";

/** A reward in redemption responses. `stamps_to_redeem` is the price of one, and 0 for a flexible reward. */
export const Reward = z.object({
  id: z.int(),
  name: z.string(),
  stamps_to_redeem: z.int(),
  extra_data: ExtraDataShown,
  code: z.string(),
  type: z.literal("reward"),
});

export function presentReward(reward: DomainReward): z.input<typeof Reward> {
  return {
    id: reward.id,
    name: reward.name,
    stamps_to_redeem: reward.stampsToRedeem,
    extra_data: reward.extraData,
    code: reward.code,
    type: "reward",
  };
}
