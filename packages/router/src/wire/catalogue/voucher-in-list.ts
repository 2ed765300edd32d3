import type { HeldVoucherListed } from "@stampbook/core/vouchers";
import { z } from "zod";
import { ExtraDataShown } from "../extra-data.ts";
import { presentLastMinute } from "./last-minute.ts";

/** A customer's voucher in the answer of `/api/rewards`. */
export const VoucherInList = z.object({
  id: z.int(),
  /** Absent for tokens without the scope `vouchers`. */
  code: z.string().optional(),
  name: z.string(),
  type: z.literal("voucher"),
  quantity: z.literal(1),
  image_url: z.string(),
  /** Always null: templates have one picture. */
  landscape_url: z.null(),
  terms: z.string(),
  /** The last minute in which it is valid, `D-MM-YYYY HH:MM`; null if it has no end. */
  expires_on: z.string().nullable(),
  extra_data: ExtraDataShown,
  /** The channels to which the voucher is limited; empty means all. */
  constraint: z.object({ channels: z.array(z.int()) }),
});

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
