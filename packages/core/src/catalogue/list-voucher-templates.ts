import type { CoreContext } from "../context.ts";
import type { Page, PageInput } from "../paging.ts";
import { templateStore } from "./things.sql.ts";
import type { CatalogueFilter, TemplateListed } from "./types.ts";

/** Returns a page of the voucher templates, newest first. */
export function listVoucherTemplates(
  ctx: CoreContext,
  input: CatalogueFilter & PageInput,
): Promise<Page<TemplateListed>> {
  return templateStore.select(ctx, input);
}
