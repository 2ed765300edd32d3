import type { VoucherValidated } from "@stampbook/core/redeeming";
import { z } from "zod";
import { ExtraDataShown } from "../extra-data.ts";
import { presentReason, Reason } from "./reason.ts";

/** The answer of `vouchers/validate`. */
export const VoucherValidatedAnswer = z.object({
  is_redeemable: z.boolean(),
  reason: Reason,
  /** The voucher's holder; null if nobody holds it. */
  user: z
    .object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() })
    .nullable(),
  voucher: z.object({
    id: z.int(),
    name: z.string(),
    value: z.number().nullable(),
    remaining_value: z.number().nullable(),
    start_date: z.iso.date().nullable(),
    end_date: z.iso.date().nullable(),
    /** Dynamic: the value can be deducted in parts. */
    validity: z.enum(["Dynamic", "Fixed"]),
    extra_data: ExtraDataShown,
  }),
});

export function presentVoucherValidated({
  reason,
  voucher,
  holder,
}: VoucherValidated): z.input<typeof VoucherValidatedAnswer> {
  return {
    is_redeemable: reason === null,
    reason: presentReason(reason),
    user: holder && { name: holder.name, email: holder.email, phone: holder.mobileNumber },
    voucher: {
      id: voucher.id,
      name: voucher.name,
      value: numberOf(voucher.value),
      remaining_value: numberOf(voucher.remainingValue),
      start_date: voucher.startDate,
      end_date: voucher.endDate,
      validity: voucher.remainingValue === null ? "Fixed" : "Dynamic",
      extra_data: voucher.extraData,
    },
  };
}

// exact as a double: at most twelve digits before the point, and two after it
const numberOf = (value: string | null) => (value === null ? null : Number(value));
