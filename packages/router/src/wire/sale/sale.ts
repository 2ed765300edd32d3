import type { SaleAdded } from "@stampbook/core/sales";
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

export function presentSaleBrief({
  sale,
  customer,
  membership,
}: SaleAdded): z.input<typeof SaleAnswerBrief> {
  return {
    // at most twelve digits before the two places, which a double holds exactly
    transaction: { id: sale.id, value: Number(sale.total), stamps_earned: sale.stampsEarned },
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
  const { transaction, customer } = presentSaleBrief(added);
  const { people, discount } = added.sale;
  return {
    transaction: {
      ...transaction,
      number_of_people: people,
      discount: discount === null ? null : Number(discount),
    },
    customer: customer && { ...customer, mobile_phone: added.customer?.mobileNumber ?? null },
  };
}
