import type { CoreContext } from "../context.ts";
import type { Page, SortedPageInput } from "../paging.ts";
import {
  type RedemptionFilter,
  type RedemptionListed,
  selectRedemptions,
} from "./redemptions.sql.ts";

export type { RedemptionFilter, RedemptionListed };

/** Returns a page of the redemptions in the caller's stores, by default newest first. */
export function listRedemptions(
  ctx: CoreContext,
  input: RedemptionFilter & SortedPageInput,
): Promise<Page<RedemptionListed>> {
  return selectRedemptions(ctx, input);
}
