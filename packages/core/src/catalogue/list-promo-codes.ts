import type { CoreContext } from "../context.ts";
import type { Page, PageInput } from "../paging.ts";
import { promoCodeStore } from "./things.sql.ts";
import type { CatalogueFilter, PromoCodeListed } from "./types.ts";

/** Returns a page of the promo codes, newest first. */
export function listPromoCodes(
  ctx: CoreContext,
  input: CatalogueFilter & PageInput,
): Promise<Page<PromoCodeListed>> {
  return promoCodeStore.select(ctx, input);
}
