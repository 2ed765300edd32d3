import type { CoreContext } from "../../context.ts";
import type { Page, SortedPageInput } from "../../paging.ts";
import { type RefusalFilter, type RefusalSeen, selectRefusals } from "./seen-refusals.sql.ts";

export type { RefusalFilter, RefusalSeen };

/**
 * A page of the refused calls with the rule that refused, by default newest first. Only calls in the caller's
 * stores, or in no store.
 */
export function listRefusals(
  ctx: CoreContext,
  input: RefusalFilter & SortedPageInput,
): Promise<Page<RefusalSeen>> {
  return selectRefusals(ctx, input);
}
