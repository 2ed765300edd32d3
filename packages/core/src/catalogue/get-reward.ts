import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { rewardStore } from "./things.sql.ts";
import type { RewardListed } from "./types.ts";

/** Returns the reward with this id. Throws `invalid_reward` if it does not exist. */
export async function getReward(ctx: CoreContext, id: number): Promise<RewardListed> {
  const found = await rewardStore.find(ctx, id);
  if (!found)
    throw new Failure({ code: "invalid_reward", field: "id", message: "This is not there." });
  return found;
}
