import type { CoreContext } from "../context.ts";
import { checkRewardFields } from "./catalogue.rules.ts";
import { saveThing } from "./save-thing.ts";
import { rewardStore } from "./things.sql.ts";
import type { RewardFields, Save } from "./types.ts";

/**
 * Creates a reward, or replaces all fields that staff can edit. Throws `invalid_reward` for an unknown id,
 * and what `checkRewardFields` refuses.
 */
export function saveReward(
  ctx: CoreContext,
  save: Save<RewardFields>,
): Promise<{ readonly id: number }> {
  return saveThing(ctx, rewardStore, save, { check: checkRewardFields, missing: "invalid_reward" });
}
