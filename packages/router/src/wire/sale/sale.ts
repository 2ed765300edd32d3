import type { Sale, SaleAdded } from "@stampbook/core/sales";
import { z } from "zod";
import { balance, idOf, levelName, memberId, stampsLeft } from "../shown.ts";

export const people = z.int().describe("How many people the sale was for.");

export const discount = z.number().nullable().describe("The discount, if one was sent.");

export const mobileNumber = z
  .string()
  .nullable()
  .describe("The mobile number in E.164. Null if the customer has none.");

/** A sale's customer. */
export const SaleCustomer = z
  .object({ id: memberId, stamps_remaining: stampsLeft, balance, status: levelName })
  .meta({ id: "Customer", description: "The customer of a sale." });

const ofOpenSale = "The customer. Null while the sale is open.";

/** The answer of `/api/transactions/add`. */
export const SaleAnswerBrief = z.object({
  transaction: z
    .object({
      id: idOf("the sale"),
      value: z.number().describe("The total in the merchant's currency."),
      stamps_earned: z.int().describe("The stamps that the sale earned."),
    })
    .meta({ id: "SaleBrief", description: "A sale in short." }),
  customer: SaleCustomer.nullable().describe(ofOpenSale),
});

/** The answer of `/api/v2/transactions/add`. */
export const SaleAnswer = z.object({
  transaction: SaleAnswerBrief.shape.transaction
    .extend({ number_of_people: people, discount })
    .meta({ id: "SaleAdded", description: "A sale that was recorded." }),
  customer: SaleCustomer.extend({ mobile_phone: mobileNumber })
    .meta({ id: "CustomerWithPhone", description: "The customer of a sale." })
    .nullable()
    .describe(ofOpenSale),
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
