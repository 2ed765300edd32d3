import type { Sale, SaleAdded } from "@stampbook/core/sales";
import { z } from "zod";

/** A sale's customer; `status` is the name of the level. */
export const SaleCustomer = z.object({
  id: z.int(),
  stamps_remaining: z.int(),
  balance: z.number(),
  status: z.string(),
});

/** The answer of `/api/transactions/add`. */
export const SaleAnswerBrief = z.object({
  transaction: z.object({ id: z.int(), value: z.number(), stamps_earned: z.int() }),
  customer: SaleCustomer.nullable(),
});

/** The answer of `/api/v2/transactions/add`. */
export const SaleAnswer = z.object({
  transaction: SaleAnswerBrief.shape.transaction.extend({
    number_of_people: z.int(),
    discount: z.number().nullable(),
  }),
  customer: SaleCustomer.extend({ mobile_phone: z.string().nullable() }).nullable(),
});

/** A sale without its customer. */
export function presentSaleParts(sale: Sale): z.input<typeof SaleAnswer>["transaction"] {
  const { discount } = sale;
  return {
    ...presentSaleInShort(sale),
    number_of_people: sale.people,
    discount: discount === null ? null : Number(discount),
  };
}

function presentSaleInShort({ id, total, stampsEarned }: Sale) {
  // exact as a double: at most twelve digits before the point, and two after it
  return { id, value: Number(total), stamps_earned: stampsEarned };
}

export function presentSaleBrief({
  sale,
  customer,
  membership,
}: SaleAdded): z.input<typeof SaleAnswerBrief> {
  return {
    transaction: presentSaleInShort(sale),
    customer: customer &&
      membership && {
        id: customer.id,
        stamps_remaining: membership.stamps,
        balance: Number(membership.balance),
        status: membership.levelName,
      },
  };
}

export function presentSale(added: SaleAdded): z.input<typeof SaleAnswer> {
  const { customer } = presentSaleBrief(added);
  return {
    transaction: presentSaleParts(added.sale),
    customer: customer && { ...customer, mobile_phone: added.customer?.mobileNumber ?? null },
  };
}
