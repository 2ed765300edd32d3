import type { Merchant } from "@stampbook/core/context";
import type { SaleListed } from "@stampbook/core/sales";
import { channelNames } from "@stampbook/core/vouchers";
import { z } from "zod";
import { numberOf, secondsOf } from "../values.ts";

const amount = z.number().nullable();
/** A store as answers about sales show it. */
export const Store = z.object({ name: z.string(), display_name: z.string() });

/** The answer of `/api/transactions/by-user`. */
export const SalesAnswer = z.object({
  transactions: z.array(
    z.object({
      id: z.int(),
      value: z.number(),
      stamps_earned: z.int(),
      number_of_people: z.int(),
      discount: amount,
      subtotal: amount,
      invoice_number: z.string(),
      created: z.int(),
      merchant: z.string(),
      merchant_id: z.int(),
      status: z.int(),
      meta: z.object({ channel: z.int().nullable(), channel_text: z.string().nullable() }),
      store: Store,
    }),
  ),
  has_next: z.boolean(),
});

/** The numbers of a sale's statuses. */
export const statusNumbers = { Created: 1, Canceled: 2, Open: 3 } as const;

export function presentSales(
  { sales, hasNext }: { readonly sales: readonly SaleListed[]; readonly hasNext: boolean },
  merchant: Merchant,
): z.input<typeof SalesAnswer> {
  return {
    transactions: sales.map((sale) => ({
      id: sale.id,
      value: Number(sale.total),
      stamps_earned: sale.stampsEarned,
      number_of_people: sale.people,
      discount: numberOf(sale.discount),
      subtotal: numberOf(sale.subtotal),
      invoice_number: sale.invoiceNumber,
      created: secondsOf(sale.soldAt),
      merchant: merchant.name,
      merchant_id: merchant.id,
      status: statusNumbers[sale.status],
      meta: {
        channel: sale.channel,
        channel_text: sale.channel === null ? null : (channelNames[sale.channel] ?? null),
      },
      store: shownStore(sale.store),
    })),
    has_next: hasNext,
  };
}

export const shownStore = ({ name }: { readonly name: string }) => ({ name, display_name: name });
