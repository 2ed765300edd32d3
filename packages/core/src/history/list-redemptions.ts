import type { CoreContext } from "../context.ts";
import type { Page, SortedPageInput } from "../paging.ts";
import {
  type RedemptionFilter,
  type RedemptionListed,
  selectRedemptions,
} from "./redemptions.sql.ts";

export type { RedemptionFilter, RedemptionListed };

/** Redemptions by time, by default newest first; of the caller's stores alone. */
export function listRedemptions(
  ctx: CoreContext,
  input: RedemptionFilter & SortedPageInput,
): Promise<Page<RedemptionListed>> {
  return selectRedemptions(ctx, input);
}
