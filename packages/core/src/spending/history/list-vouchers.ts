import { checkVoucherListing } from "../../entering/access/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import type { Page, PageInput } from "../../foundation/paging.ts";
import type { VoucherState } from "../../people/customers/index.ts";
import { selectVouchers, type VoucherFilter, type VoucherListed } from "./vouchers.sql.ts";

export type { VoucherFilter, VoucherListed, VoucherState };

/**
 * Returns a page of the vouchers, newest first. With `endsBy` but no `code`, the voucher that ends soonest
 * comes first. Throws `permission_denied` for a cashier who names neither a customer nor a code.
 */
export async function listVouchers(
  ctx: CoreContext,
  input: VoucherFilter & PageInput,
): Promise<Page<VoucherListed>> {
  const refusal = checkVoucherListing(ctx.caller, input);
  if (refusal) throw new Failure(refusal);
  return selectVouchers(ctx, input);
}
