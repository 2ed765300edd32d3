import { recordRefusal } from "../../audit/index.ts";
import { actorOf, type CoreContext } from "../../context.ts";
import { again, keyOf } from "../../writing/index.ts";
import { placeOf } from "../lookups.sql.ts";
import type { VoucherRedeemed } from "../types.ts";
import { type RedeemVoucherInput, refuseVoucher, voucherOutcome } from "./redeem-voucher.rules.ts";
import { operation, redeemVouchers, type VoucherCall } from "./redeem-voucher.sql.ts";

/**
 * Redeems a voucher, once; of a dynamic value it spends all that is left. Throws what decisions,
 * section 2, lists for store, user, voucher and request_id. Interface R2.
 */
export async function redeemVoucher(
  ctx: CoreContext,
  input: RedeemVoucherInput,
): Promise<VoucherRedeemed> {
  const { caller } = ctx;
  const { voucher, channel, invoiceNumber, extraData, requestId } = input;
  const call: VoucherCall = {
    ...placeOf(caller, input),
    redemption: await ctx.ids.take(caller.merchant.id, "redemptions"),
    voucher,
    channel,
    invoiceNumber,
    extraData,
    requestId,
    actor: actorOf(caller),
    ...keyOf(ctx),
  };
  const done = await again(ctx, {
    operation: { name: operation, statement: redeemVouchers, subjects },
    call,
    refuse: (seen) => refuseVoucher(seen, caller, input),
    record: ({ store, customer }, refusal) =>
      recordRefusal(
        ctx,
        {
          operation,
          subject: `voucher ${voucher}`,
          storeId: store?.id ?? null,
          customerId: customer?.id ?? null,
        },
        refusal,
      ),
  });
  return voucherOutcome(done);
}

const subjects = ({ voucher }: VoucherCall) => [`voucher ${voucher}`];
