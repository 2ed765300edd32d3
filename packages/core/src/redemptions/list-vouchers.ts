import type { CoreContext } from "../context.ts";
import type { Page, PageInput } from "../paging.ts";
import {
  selectVouchers,
  type VoucherFilter,
  type VoucherListed,
  type VoucherState,
} from "./voucher-listing.store.ts";

export type { VoucherFilter, VoucherListed, VoucherState };

/** Vouchers, newest first; with `endsBy` the open ones that end by then, soonest first. */
export function listVouchers(
  ctx: CoreContext,
  input: VoucherFilter & PageInput,
): Promise<Page<VoucherListed>> {
  return selectVouchers(ctx, input);
}
