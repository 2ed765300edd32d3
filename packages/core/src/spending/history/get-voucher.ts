import { shownCode } from "../../entering/access/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { unknownVoucher } from "../../holding/vouchers/index.ts";
import { selectVoucher, type VoucherDetail } from "./vouchers.sql.ts";

export type { VoucherDetail };

/**
 * Returns a voucher with the redemptions that used it. Throws `invalid_voucher`. If no customer holds the
 * voucher, cashiers see only the end of its code. `state` is the one in the store; without a store, the one in
 * the merchant's time zone.
 */
export async function getVoucher(
  ctx: CoreContext,
  voucherId: number,
  storeId: number | null = null,
): Promise<VoucherDetail> {
  const found = await selectVoucher(ctx, voucherId, storeId);
  if (!found) throw new Failure(unknownVoucher);
  return { ...found, code: shownCode(ctx.caller, found) };
}
