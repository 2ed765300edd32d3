import type { CoreContext } from "../../context.ts";
import type { Page, SortedPageInput } from "../../paging.ts";
import { type RefusalFilter, type RefusalSeen, selectRefusals } from "./seen-refusals.sql.ts";

export type { RefusalFilter, RefusalSeen };

/**
 * Returns a page of refused calls, each with the rule that refused. Newest first by default. Only calls in
 * the caller's stores, or calls without a store.
 */
export function listRefusals(
  ctx: CoreContext,
  input: RefusalFilter & SortedPageInput,
): Promise<Page<RefusalSeen>> {
  return selectRefusals(ctx, input);
}
