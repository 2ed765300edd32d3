import type { Reward as DomainReward } from "@stampbook/core/redeeming";
import { z } from "zod";
import { ExtraDataShown } from "../extra-data.ts";
import { idOf } from "../shown.ts";

/** A reward in redemption responses. */
export const Reward = z
  .object({
    id: idOf("the reward"),
    name: z.string().describe("The name of the reward."),
    stamps_to_redeem: z.int().describe("The price of one in stamps; 0 for a flexible reward."),
    extra_data: ExtraDataShown.describe("The merchant's own data about the reward."),
    code: z.string().describe("The code of the reward. Empty if it has none."),
    type: z.literal("reward").describe("Always `reward`."),
  })
  .meta({ id: "RewardBrief", description: "A reward that was redeemed." });

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
