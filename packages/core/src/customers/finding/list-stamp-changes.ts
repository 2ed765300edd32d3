import type { CoreContext } from "../../context.ts";
import type { Page, PageInput } from "../../paging.ts";
import { type StampChange, selectStampChanges } from "./profile.sql.ts";

export type { StampChange };

/**
 * Returns a customer's stamp ledger, newest first, each entry with the balance after it. Leaves out
 * redemptions and awards in stores that are not the caller's.
 */
export function listStampChanges(
  ctx: CoreContext,
  input: { readonly customerId: number } & PageInput,
): Promise<Page<StampChange>> {
  return selectStampChanges(ctx, input);
}
