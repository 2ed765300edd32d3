import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { selectOfferedReward } from "./offered-reward.sql.ts";
import type { RewardDetail } from "./offers.rules.ts";

/**
 * Returns a reward by its code, in any letter case. Throws `reward_not_found` if no active reward has the
 * code, or if the reward has ended in the merchant's time zone. Interface 2, section 6.
 */
export async function getOfferedReward(ctx: CoreContext, code: string): Promise<RewardDetail> {
  const reward = await selectOfferedReward(ctx, code);
  if (reward) return reward;
  throw new Failure({
    code: "reward_not_found",
    message: "Reward not found",
    rule: "reward exists",
  });
}
