import type { Merchant } from "@stampbook/core/context";
import type { HeldVoucherListed } from "@stampbook/core/vouchers";
import { z } from "zod";
import { ExtraDataShown } from "../extra-data.ts";
import { endDate, idOf, remainingValue, startDate, voucherValue } from "../shown.ts";
import { numberOf } from "../values.ts";
import { codeIfSeen, isActive, templateTexts, VoucherConstraint } from "./voucher-parts.ts";

const VoucherTemplate = z
  .object({
    id: idOf("the template"),
    name: z.string().describe("The name of the voucher."),
    ...templateTexts,
    extra_data: ExtraDataShown.describe("The merchant's own data about the template."),
    type: z.literal([2, 7]).describe("2 a regular voucher; 7 one of a job's generated codes."),
    landscape_picture_url: z.null().describe("Always null: a template has one picture."),
    merchant_id: idOf("the merchant"),
    merchant_code: z.literal("").describe("Always empty: merchants have no codes."),
    usable_in_merchant_ids: z.array(z.int()).describe("Only the id of the merchant."),
  })
  .meta({ id: "VoucherTemplate", description: "What a voucher was made from." });

/** A voucher in the answer of `vouchers/by-merchant-group`. */
export const HeldVoucher = z
  .object({
    id: idOf("the voucher"),
    code: codeIfSeen,
    is_active: isActive,
    quantity: z.literal(1).describe("Always 1."),
    value: voucherValue,
    remaining_value: remainingValue,
    notes: z.string().describe("What was noted when it was issued. May be empty."),
    start_date: startDate,
    end_date: endDate,
    terms_and_conditions: templateTexts.terms_and_conditions,
    constraint: VoucherConstraint,
    template: VoucherTemplate,
  })
  .meta({ id: "Voucher", description: "A voucher that a customer holds." });

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
