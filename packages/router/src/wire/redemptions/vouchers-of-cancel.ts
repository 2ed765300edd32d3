import type { KnownCaller } from "@stampbook/core/context";
import { showCodes, type Voucher, type WithdrawnVoucher } from "@stampbook/core/vouchers";
import { z } from "zod";
import { endDate, idOf, startDate, voucherValue } from "../shown.ts";
import { codeIfSeen } from "./voucher-parts.ts";

/** A voucher that a cancel issued: a replacement, or a voucher that got the value of one that has ended. */
export const VoucherGivenBack = z
  .object({
    id: idOf("the voucher"),
    code: codeIfSeen,
    name: z.string().describe("The name of the voucher."),
    value: voucherValue,
    start_date: startDate,
    end_date: endDate,
  })
  .meta({
    id: "VoucherGivenBack",
    description:
      "A voucher that a cancel issued: a replacement, or one that got the value of a voucher that has ended.",
  });

/** The vouchers that a cancel made inactive, because the canceled redemption or sale had issued them. */
export const WithdrawnVouchers = z
  .array(z.object({ id: idOf("the voucher"), code: z.string().describe("The code.") }))
  .describe(
    "The vouchers that the cancel made inactive, because what it canceled had issued them.",
  );

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
