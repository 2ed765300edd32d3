import type { CoreContext } from "../../context.ts";
import { Failure, unknownCustomer } from "../../failures.ts";
import { showCodes } from "./held-vouchers.rules.ts";
import {
  type HeldVoucherListed,
  type HeldVouchersInput,
  selectHeldVouchers,
} from "./held-vouchers.sql.ts";

export type { HeldVoucherListed, HeldVouchersInput };

/**
 * A page of the vouchers that a customer holds and can redeem now or later, by id: neither redeemed nor
 * withdrawn, and not ended by the merchant's calendar. Without the scope `vouchers` their codes are null.
 * Refuses `invalid_user`. Interface 2, section 6.
 */
export async function listHeldVouchers(
  ctx: CoreContext,
  input: HeldVouchersInput,
): Promise<readonly HeldVoucherListed[]> {
  const { isKnown, vouchers } = await selectHeldVouchers(ctx, input);
  if (!isKnown) throw new Failure(unknownCustomer);
  return showCodes(vouchers, ctx.caller);
}
