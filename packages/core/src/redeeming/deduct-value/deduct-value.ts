import { recordRefusal } from "../../audit/index.ts";
import { actorOf, type CoreContext } from "../../context.ts";
import { again, keyOf } from "../../writing/index.ts";
import { placeOf } from "../lookups.sql.ts";
import type { VoucherRedeemed } from "../types.ts";
import {
  type DeductValueInput,
  deductionOutcome,
  holdableValue,
  refuseDeduction,
} from "./deduct-value.rules.ts";
import { type DeductionCall, deductValues, operation } from "./deduct-value.sql.ts";

/**
 * Deducts a value from a voucher with a dynamic value; at nothing left it is spent. Throws what
 * decisions, section 2, lists for store, user, voucher, request_id and value. Interface R3.
 */
export async function deductValue(
  ctx: CoreContext,
  input: DeductValueInput,
): Promise<VoucherRedeemed> {
  const { caller } = ctx;
  const { voucher, value, channel, invoiceNumber, extraData, requestId } = input;
  const call: DeductionCall = {
    ...placeOf(caller, input),
    redemption: await ctx.ids.take(caller.merchant.id, "redemptions"),
    voucher,
    value: holdableValue(value),
    channel,
    invoiceNumber,
    extraData,
    requestId,
    actor: actorOf(caller),
    ...keyOf(ctx),
  };
  const done = await again(ctx, {
    operation: { name: operation, statement: deductValues, subjects },
    call,
    refuse: (seen) => refuseDeduction(seen, caller, input),
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
  return deductionOutcome(done);
}

const subjects = ({ voucher }: DeductionCall) => [`voucher ${voucher}`];
