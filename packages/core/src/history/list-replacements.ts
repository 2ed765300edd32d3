import type { CoreContext } from "../context.ts";
import type { Page, SortedPageInput } from "../paging.ts";
import {
  type Replacement,
  type ReplacementFilter,
  selectReplacements,
} from "./replacements.sql.ts";

export type { Replacement, ReplacementFilter };

/**
 * Returns a page of the cancels that issued a replacement voucher in the caller's stores. By default newest
 * first.
 */
export function listReplacements(
  ctx: CoreContext,
  input: ReplacementFilter & SortedPageInput,
): Promise<Page<Replacement>> {
  return selectReplacements(ctx, input);
}
