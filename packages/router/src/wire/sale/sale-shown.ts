import type { Merchant } from "@stampbook/core/context";
import type { SaleListed } from "@stampbook/core/sales";
import { channelNames } from "@stampbook/core/vouchers";
import { z } from "zod";
import { StoreOfSale } from "../history/record.ts";
import { channelShown, hasNext, idOf, secondsAt } from "../shown.ts";
import { numberOf, secondsOf } from "../values.ts";
import { SaleAnswer } from "./sale.ts";

/** An amount of a sale in answers. `what` names it. */
export const amountShown = (what: string) =>
  z.number().nullable().describe(`${what} in the merchant's currency. Null if it was not sent.`);

/** The numbers of a sale's statuses. */
export const statusNumbers = { Created: 1, Canceled: 2, Open: 3 } as const;

export const statusShown = z.int().describe("1 Created, 2 Canceled, 3 Open: it has no customer.");
export const invoiceNumber = z.string().describe("The invoice number.");
export const soldAt = secondsAt("The time of the sale");

/** The answer of `/api/transactions/by-user`. */
export const SalesAnswer = z.object({
  transactions: z
    .array(
      SaleAnswer.shape.transaction
        .omit({ stamps_paid_off: true })
        .extend({
          subtotal: amountShown("The subtotal"),
          invoice_number: invoiceNumber,
          created: soldAt,
          merchant: z.string().describe("The name of the merchant."),
          merchant_id: idOf("the merchant"),
          status: statusShown,
          meta: z
            .object({
              channel: channelShown,
              channel_text: z.string().nullable().describe("The name of the channel, if any."),
            })
            .describe("How the customer bought."),
          store: StoreOfSale.omit({ id: true }).describe("The store."),
        })
        .meta({ id: "SaleOfUser", description: "A sale of a customer." }),
    )
    .describe("The sales, the newest first."),
  has_next: hasNext,
});

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
