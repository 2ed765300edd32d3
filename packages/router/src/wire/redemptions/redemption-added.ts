import type { Redeemed } from "@stampbook/core/redeeming";
import type { Voucher } from "@stampbook/core/vouchers";
import { z } from "zod";
import { idOf, memberId, stampsLeft } from "../shown.ts";
import { Redemption } from "./redemption.ts";
import { expiresOn, presentLastMinute, templateTexts } from "./voucher-parts.ts";

/** The answer of `redemptions/add`: what was redeemed, the customer, and a voucher that the reward issued. */
export const RedemptionAdded = z.object({
  redemption: Redemption.omit({ extra_data: true }).describe("The redemption."),
  customer: z.object({ id: memberId, stamps_remaining: stampsLeft }).describe("The customer."),
  voucher: z
    .object({
      id: idOf("the voucher"),
      name: z.string().describe("The name of the voucher."),
      type: z.literal("voucher").describe("Always `voucher`."),
      quantity: z.int().describe("How many vouchers the reward issued. This is the first."),
      image_url: templateTexts.picture_url,
      expires_on: expiresOn,
    })
    .optional()
    .describe("The voucher that the reward issued. Absent if it issued none."),
});

/** `quantity` is how many vouchers the reward issued; the first one is shown. */
type Issued = { readonly voucher: Voucher; readonly quantity: number };

export function presentRedemptionAdded(
  { redemption, customer, membership }: Redeemed,
  issued: Issued | null = null,
): z.input<typeof RedemptionAdded> {
  return {
    redemption: {
      id: redemption.id,
      reward: redemption.name,
      stamps_used: redemption.stampsUsed,
    },
    customer: { id: customer.id, stamps_remaining: membership.stamps },
    ...(issued && { voucher: presentIssued(issued) }),
  };
}

function presentIssued({ voucher, quantity }: Issued) {
  return {
    id: voucher.id,
    name: voucher.name,
    type: "voucher" as const,
    quantity,
    image_url: voucher.pictureUrl,
    expires_on: voucher.endDate === null ? null : presentLastMinute(voucher.endDate),
  };
}
