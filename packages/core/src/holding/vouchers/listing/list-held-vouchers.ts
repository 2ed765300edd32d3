import type { CoreContext } from "../../../foundation/context.ts";
import { Failure, unknownCustomer } from "../../../foundation/failures.ts";
import { showCodes } from "./held-vouchers.rules.ts";
import {
  type HeldVoucherListed,
  type HeldVouchersInput,
  selectHeldVouchers,
} from "./held-vouchers.sql.ts";

export type { HeldVoucherListed, HeldVouchersInput };

/**
 * Returns a page of the vouchers that a customer can redeem now or later, ordered by id. Leaves out redeemed
 * and withdrawn vouchers, and vouchers that have ended in the merchant's calendar. Codes are null for tokens
 * without the scope `vouchers`. Throws `invalid_user`. Interface 2, section 6.
 */
export async function listHeldVouchers(
  ctx: CoreContext,
  input: HeldVouchersInput,
): Promise<readonly HeldVoucherListed[]> {
  const { isKnown, vouchers } = await selectHeldVouchers(ctx, input);
  if (!isKnown) throw new Failure(unknownCustomer);
  return showCodes(vouchers, ctx.caller);
}
