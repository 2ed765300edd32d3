import type { CoreContext } from "@stampbook/core/context";
import { type SQL, sql } from "drizzle-orm";
import type { Verbs } from "../verbs.ts";
import { customerOf, read, refuse, writeRedemption } from "./rows.ts";

type Row = {
  readonly id: string;
  readonly customer_id: string | null;
  readonly redeemed_at: string | null;
  readonly is_active: boolean;
  readonly remaining_value: string | null;
};

async function openVoucher(ctx: CoreContext, which: SQL, user: string | number) {
  const customerId = await customerOf(ctx, user);
  const voucher = await read<Row>(
    ctx.db,
    sql`select id, customer_id, redeemed_at, is_active, remaining_value from vouchers
      where merchant_id = ${ctx.caller.merchant.id} and ${which}`,
  );
  if (!voucher) return refuse("invalid_voucher");
  if (voucher.customer_id !== null && Number(voucher.customer_id) !== customerId)
    return refuse("invalid_voucher_owner");
  if (voucher.redeemed_at !== null) return refuse("voucher_already_redeemed");
  if (!voucher.is_active) return refuse("voucher_not_available");
  return { customerId, voucherId: Number(voucher.id), left: voucher.remaining_value };
}

async function spendWhole(
  ctx: CoreContext,
  { customerId, voucherId, left }: Awaited<ReturnType<typeof openVoucher>>,
  store: string | number,
) {
  await ctx.db.execute(sql`
    update vouchers set redeemed_at = clock_timestamp(), customer_id = ${customerId},
      remaining_value = case when remaining_value is not null then 0 end
    where merchant_id = ${ctx.caller.merchant.id} and id = ${voucherId}`);
  return writeRedemption(ctx, { kind: "voucher", customerId, store, voucherId, value: left });
}

export const redeemVoucher: Verbs["redeemVoucher"] = async (ctx, input) =>
  spendWhole(ctx, await openVoucher(ctx, sql`id = ${input.voucher}`, input.user), input.store);

export const redeemVoucherCode: Verbs["redeemVoucherCode"] = async (ctx, input) => {
  const byCode = sql`code_key = ${input.voucherCode.toUpperCase()}`;
  return spendWhole(ctx, await openVoucher(ctx, byCode, input.user), input.store);
};

export const deductValue: Verbs["deductValue"] = async (ctx, input) => {
  const { user, store, value } = input;
  const { customerId, voucherId, left } = await openVoucher(ctx, sql`id = ${input.voucher}`, user);
  const rest = Number(left) - Number(value);
  if (rest < 0) return refuse("insufficient_voucher_value");
  await ctx.db.execute(sql`
    update vouchers set remaining_value = ${rest.toFixed(2)}::numeric,
      redeemed_at = ${rest === 0 ? sql`clock_timestamp()` : sql`null`}
    where merchant_id = ${ctx.caller.merchant.id} and id = ${voucherId}`);
  return writeRedemption(ctx, { kind: "voucher_value", customerId, store, voucherId, value });
};
