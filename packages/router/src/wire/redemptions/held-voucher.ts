import type { Merchant } from "@stampbook/core/context";
import type { HeldVoucherListed } from "@stampbook/core/vouchers";
import { z } from "zod";
import { ExtraDataShown } from "../extra-data.ts";
import { numberOf } from "../values.ts";

/** A voucher in the answer of `vouchers/by-merchant-group`. */
export const HeldVoucher = z.object({
  id: z.int(),
  /** Absent for tokens without the scope `vouchers`. */
  code: z.string().optional(),
  is_active: z.boolean(),
  quantity: z.literal(1),
  value: z.number().nullable(),
  remaining_value: z.number().nullable(),
  notes: z.string(),
  start_date: z.iso.date().nullable(),
  end_date: z.iso.date().nullable(),
  terms_and_conditions: z.string(),
  /** The channels to which the voucher is limited; empty means all. */
  constraint: z.object({ channels: z.array(z.int()) }),
  template: z.object({
    id: z.int(),
    name: z.string(),
    short_description: z.string(),
    description: z.string(),
    instructions: z.string(),
    terms_and_conditions: z.string(),
    picture_url: z.string(),
    extra_data: ExtraDataShown,
    /** 2 a regular voucher; 7 one of a job's generated codes. */
    type: z.literal([2, 7]),
    /** Always null: templates have one picture. */
    landscape_picture_url: z.null(),
    merchant_id: z.int(),
    /** Always empty: merchants have no codes. */
    merchant_code: z.literal(""),
    usable_in_merchant_ids: z.array(z.int()),
  }),
});

export function presentHeldVoucher(
  voucher: HeldVoucherListed,
  { id: merchantId }: Pick<Merchant, "id">,
): z.input<typeof HeldVoucher> {
  const { code, template } = voucher;
  return {
    id: voucher.id,
    ...(code === null ? {} : { code }),
    is_active: voucher.isActive,
    quantity: 1,
    value: numberOf(voucher.value),
    remaining_value: numberOf(voucher.remainingValue),
    notes: voucher.notes ?? "",
    start_date: voucher.startDate,
    end_date: voucher.endDate,
    terms_and_conditions: template.termsAndConditions,
    constraint: { channels: [...voucher.channels] },
    template: {
      id: template.id,
      name: template.name,
      short_description: template.shortDescription,
      description: template.description,
      instructions: template.instructions,
      terms_and_conditions: template.termsAndConditions,
      picture_url: template.pictureUrl,
      extra_data: template.extraData,
      type: voucher.isGenerated ? 7 : 2,
      landscape_picture_url: null,
      merchant_id: merchantId,
      merchant_code: "",
      usable_in_merchant_ids: [merchantId],
    },
  };
}
