import type { CoreContext } from "../../context.ts";
import type { Page, SortedPageInput } from "../../paging.ts";
import { type SaleFilter, type SaleShown, selectSales } from "./sales.sql.ts";

export type { SaleFilter, SaleShown };

/** Lists the sales of the caller's stores by the time of the sale and then id, by default newest first. */
export function listSales(
  ctx: CoreContext,
  input: SaleFilter & SortedPageInput,
): Promise<Page<SaleShown>> {
  return selectSales(ctx, input);
}
