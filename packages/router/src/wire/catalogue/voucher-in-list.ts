import type { HeldVoucherListed } from "@stampbook/core/vouchers";
import { z } from "zod";
import { ExtraDataShown } from "../extra-data.ts";
import {
  codeIfSeen,
  expiresOn,
  presentLastMinute,
  VoucherConstraint,
} from "../redemptions/voucher-parts.ts";
import { idOf } from "../shown.ts";

/** A customer's voucher in the answer of `/api/rewards`. */
export const VoucherInList = z
  .object({
    id: idOf("the voucher"),
    code: codeIfSeen,
    name: z.string().describe("The name of the voucher."),
    type: z.literal("voucher").describe("Always `voucher`."),
    quantity: z.literal(1).describe("Always 1."),
    image_url: z.string().describe("The address of its picture. Empty if it has none."),
    landscape_url: z.null().describe("Always null: a template has one picture."),
    terms: z.string().describe("The terms and conditions. Empty if it has none."),
    expires_on: expiresOn,
    extra_data: ExtraDataShown.describe("The data of the voucher's template."),
    constraint: VoucherConstraint,
  })
  .meta({ id: "VoucherInList", description: "A voucher that a customer holds." });

export function presentVoucherInList(voucher: HeldVoucherListed): z.input<typeof VoucherInList> {
  const { id, code, endDate, channels, template } = voucher;
  return {
    id,
    ...(code === null ? {} : { code }),
    name: template.name,
    type: "voucher",
    quantity: 1,
    image_url: template.pictureUrl,
    landscape_url: null,
    terms: template.termsAndConditions,
    expires_on: endDate === null ? null : presentLastMinute(endDate),
    extra_data: template.extraData,
    constraint: { channels: [...channels] },
  };
}
