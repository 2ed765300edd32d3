import { mostOf } from "@stampbook/core/limits";
import type { Moved } from "@stampbook/core/moving";
import { z } from "zod";
import type { Facts } from "./facts.ts";
import {
  amount,
  code,
  day,
  endsBeforeItStarts,
  expects,
  flag,
  id,
  inOrder,
  maybe,
  moment,
  text,
} from "./fields.ts";

const voucherSchema = z
  .strictObject(
    {
      id,
      voucher_template: id,
      code,
      customer: maybe(id),
      value: maybe(amount),
      remaining_value: maybe(amount),
      notes: maybe(text(mostOf.notes)),
      start_date: maybe(day),
      end_date: maybe(day),
      is_active: flag.default(true),
      redeemed_at: maybe(moment),
    },
    expects("an object"),
  )
  .refine(inOrder, endsBeforeItStarts);

/** Vouchers in an import file. A voucher without a customer is a code that nobody holds yet. */
export const vouchers = {
  schema: voucherSchema,
  toRow: (wire: z.output<typeof voucherSchema>, { templates }: Facts): Moved["vouchers"] => {
    const template = templates.get(wire.voucher_template);
    const value = wire.value ?? (template?.isDynamic ? template.value : null);
    const untouched = template?.isDynamic ? (wire.redeemed_at ? "0.00" : value) : null;
    return {
      id: wire.id,
      voucherTemplateId: wire.voucher_template,
      code: wire.code,
      customerId: wire.customer,
      value,
      remainingValue: wire.remaining_value ?? untouched,
      notes: wire.notes,
      startDate: wire.start_date,
      endDate: wire.end_date,
      isActive: wire.is_active,
      redeemedAt: wire.redeemed_at,
    };
  },
  present: (row: Moved["vouchers"]) => ({
    id: row.id,
    voucher_template: row.voucherTemplateId,
    code: row.code,
    customer: row.customerId,
    value: row.value,
    remaining_value: row.remainingValue,
    notes: row.notes,
    start_date: row.startDate,
    end_date: row.endDate,
    is_active: row.isActive,
    redeemed_at: row.redeemedAt,
  }),
};
