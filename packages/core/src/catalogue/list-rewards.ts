import type { CoreContext } from "../context.ts";
import type { Page, PageInput } from "../paging.ts";
import { rewardStore } from "./things.sql.ts";
import type { CatalogueFilter, RewardListed } from "./types.ts";

/** Returns a page of the rewards, newest first. */
export function listRewards(
  ctx: CoreContext,
  input: CatalogueFilter & PageInput,
): Promise<Page<RewardListed>> {
  return rewardStore.select(ctx, input);
}
