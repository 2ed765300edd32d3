import type { CoreContext } from "../../context.ts";
import type { Page, SortedPageInput } from "../../paging.ts";
import { type RefusalFilter, type RefusalSeen, selectRefusals } from "./seen-refusals.sql.ts";

export type { RefusalFilter, RefusalSeen };

/**
 * Returns a page of refused calls in the caller's stores or without a store, newest first by default. Each
 * has the rule that refused it, if the refusal names a rule.
 */
export function listRefusals(
  ctx: CoreContext,
  input: RefusalFilter & SortedPageInput,
): Promise<Page<RefusalSeen>> {
  return selectRefusals(ctx, input);
}
