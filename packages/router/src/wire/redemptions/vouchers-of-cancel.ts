import type { KnownCaller } from "@stampbook/core/context";
import { showCodes, type Voucher, type WithdrawnVoucher } from "@stampbook/core/vouchers";
import { z } from "zod";

/** A voucher that a cancel issued: a replacement, or a voucher that got the value of one that has ended. */
export const VoucherGivenBack = z.object({
  id: z.int(),
  code: z
    .string()
    .optional()
    .meta({ description: "Absent for tokens without the scope `vouchers`." }),
  name: z.string(),
  value: z.number().nullable(),
  start_date: z.iso.date().nullable(),
  end_date: z.iso.date().nullable(),
});

/** The vouchers that a cancel made inactive, because the canceled redemption or sale had issued them. */
export const WithdrawnVouchers = z.array(z.object({ id: z.int(), code: z.string() }));

export function presentVouchersGivenBack(
  vouchers: readonly Voucher[],
  caller: KnownCaller,
): z.input<typeof VoucherGivenBack>[] {
  return showCodes(vouchers, caller).map(({ id, code, name, value, startDate, endDate }) => ({
    id,
    ...(code === null ? {} : { code }),
    name,
    value: value === null ? null : Number(value),
    start_date: startDate,
    end_date: endDate,
  }));
}

export function presentWithdrawn(
  vouchers: readonly WithdrawnVoucher[],
): z.input<typeof WithdrawnVouchers> {
  return vouchers.map(({ id, code }) => ({ id, code }));
}
