import type { Redeemed } from "@stampbook/core/redeeming";
import type { Voucher } from "@stampbook/core/vouchers";
import { z } from "zod";
import { presentLastMinute } from "../catalogue/last-minute.ts";

/** The answer of `redemptions/add`: what was redeemed, the customer, and a voucher that the reward issued. */
export const RedemptionAdded = z.object({
  redemption: z.object({ id: z.int(), reward: z.string(), stamps_used: z.int() }),
  customer: z.object({ id: z.int(), stamps_remaining: z.int() }),
  voucher: z
    .object({
      id: z.int(),
      name: z.string(),
      type: z.literal("voucher"),
      quantity: z.int(),
      image_url: z.string(),
      expires_on: z.string().nullable(),
    })
    .optional(),
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
