import type { CoreContext } from "../../foundation/context.ts";
import { lastDayOf, makeVoucher, type NewVoucher, type VoucherTemplate } from "./voucher.rules.ts";

/**
 * Makes `qty` vouchers of a template, valid from `today`. The caller must write them. Returns an empty list
 * if `template` is null.
 */
export async function issueVouchers(
  ctx: CoreContext,
  template: VoucherTemplate | null,
  qty: number,
  today: string,
): Promise<readonly NewVoucher[]> {
  if (!template) return [];
  const ids = await ctx.ids.takeMany(ctx.caller.merchant.id, "vouchers", qty);
  return ids.map((id) =>
    makeVoucher(template, {
      id,
      code: ctx.secrets.newVoucherCode(),
      today,
      value: template.value,
      endDate: lastDayOf(template, today),
    }),
  );
}
