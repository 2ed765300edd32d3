import type { CoreContext } from "../../context.ts";
import type { Page, SortedPageInput } from "../../paging.ts";
import { type SaleFilter, type SaleShown, selectSales } from "./sales.sql.ts";

export type { SaleFilter, SaleShown };

/**
 * Returns a page of the sales in the caller's stores, sorted by time and then id, by default newest first.
 */
export function listSales(
  ctx: CoreContext,
  input: SaleFilter & SortedPageInput,
): Promise<Page<SaleShown>> {
  return selectSales(ctx, input);
}
