import type { Merchant } from "@stampbook/core/context";
import type { SaleDetail, SaleListed } from "@stampbook/core/sales";
import { channelNames } from "@stampbook/core/vouchers";
import { z } from "zod";
import { numberOf, secondsOf } from "../history/values.ts";

const amount = z.number().nullable();
const Store = z.object({ name: z.string(), display_name: z.string() });

/** The answer of `/api/transactions/details`. Times are in seconds since 1970. */
export const SaleDetailAnswer = z.object({
  transaction: z.object({
    created: z.int(),
    value: z.number(),
    subtotal: amount,
    discount: amount,
    tax: amount,
    service_charge: amount,
    stamps: z.int(),
    status: z.string(),
    type: z.int().nullable(),
    notes: z.string(),
    superseded_by: z.int().nullable(),
    store: Store.extend({ id: z.int() }),
    items: z.array(z.object({ id: z.int(), name: z.string(), quantity: z.number() })),
    payments: z.array(
      z.object({
        id: z.int(),
        value: z.number(),
        eligible_for_stamps: z.boolean(),
        payment_method_code: z.string(),
      }),
    ),
  }),
});

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

const statusNumbers = { Created: 1, Canceled: 2, Open: 3 } as const;

export function presentSaleDetail(sale: SaleDetail): z.input<typeof SaleDetailAnswer> {
  const { store } = sale;
  return {
    transaction: {
      created: secondsOf(sale.soldAt),
      value: Number(sale.total),
      subtotal: numberOf(sale.subtotal),
      discount: numberOf(sale.discount),
      tax: numberOf(sale.tax),
      service_charge: numberOf(sale.serviceCharge),
      stamps: sale.stampsEarned,
      status: sale.status,
      type: sale.type,
      // sales have no notes
      notes: "",
      superseded_by: sale.supersededById,
      store: { id: store.id, ...shownStore(store) },
      items: sale.items.map(({ line, product, quantity }) => ({
        id: line,
        name: product,
        quantity: Number(quantity),
      })),
      payments: sale.payments.map(({ line, method, value, earned }) => ({
        id: line,
        value: Number(value),
        eligible_for_stamps: earned,
        payment_method_code: method,
      })),
    },
  };
}

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

const shownStore = ({ name }: { readonly name: string }) => ({ name, display_name: name });
