import type { VoucherValidated } from "@stampbook/core/redeeming";
import { z } from "zod";
import { ExtraDataShown } from "../extra-data.ts";
import { User as ShownUser } from "../members/user.ts";
import { endDate, idOf, remainingValue, startDate, voucherValue } from "../shown.ts";
import { isRedeemable, presentReason, Reason } from "./reason.ts";

/** The answer of `vouchers/validate`. */
export const VoucherValidatedAnswer = z.object({
  is_redeemable: isRedeemable,
  reason: Reason,
  user: ShownUser.pick({ name: true, email: true, phone: true })
    .nullable()
    .describe(
      "The holder. Null if nobody holds the voucher, or if the token lacks the scope `members`.",
    ),
  voucher: z
    .object({
      id: idOf("the voucher"),
      name: z.string().describe("The name of the voucher."),
      value: voucherValue,
      remaining_value: remainingValue,
      start_date: startDate,
      end_date: endDate,
      validity: z
        .enum(["Dynamic", "Fixed"])
        .describe("Dynamic: the value can be deducted in parts."),
      extra_data: ExtraDataShown.describe("The data of the voucher's template."),
    })
    .describe("The voucher."),
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
