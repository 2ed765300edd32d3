import type { CoreContext } from "../../context.ts";
import type { Page, SortedPageInput } from "../../paging.ts";
import { type SaleFilter, type SaleShown, selectSales } from "./sales.sql.ts";

export type { SaleFilter, SaleShown };

/** Sales, by business day and then id, by default newest first; only of the caller's stores. */
export function listSales(
  ctx: CoreContext,
  input: SaleFilter & SortedPageInput,
): Promise<Page<SaleShown>> {
  return selectSales(ctx, input);
}
