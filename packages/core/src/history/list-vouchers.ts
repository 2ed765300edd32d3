import { checkVoucherListing } from "../access/index.ts";
import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import type { Page, PageInput } from "../paging.ts";
import {
  selectVouchers,
  type VoucherFilter,
  type VoucherListed,
  type VoucherState,
} from "./vouchers.sql.ts";

export type { VoucherFilter, VoucherListed, VoucherState };

/**
 * Vouchers, newest first; with `endsBy` the open ones that end by then, soonest first. A cashier
 * names a customer or a code; else refuses permission_denied.
 */
export async function listVouchers(
  ctx: CoreContext,
  input: VoucherFilter & PageInput,
): Promise<Page<VoucherListed>> {
  const refusal = checkVoucherListing(ctx.caller, input);
  if (refusal) throw new Failure(refusal);
  return selectVouchers(ctx, input);
}
