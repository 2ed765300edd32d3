import type { CoreContext } from "../../context.ts";
import type { Page, PageInput } from "../../paging.ts";
import { type SaleFilter, type SaleShown, selectSales } from "./sales.sql.ts";

export type { SaleFilter, SaleShown };

/** Sales, by business day and then id, newest first; only of the caller's stores. */
export function listSales(
  ctx: CoreContext,
  input: SaleFilter & PageInput,
): Promise<Page<SaleShown>> {
  return selectSales(ctx, input);
}
