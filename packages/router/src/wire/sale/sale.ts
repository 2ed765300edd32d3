import type { SaleModified as Modified, Sale, SaleAdded } from "@stampbook/core/sales";
import { z } from "zod";
import {
  balance,
  idOf,
  levelName,
  memberId,
  stampsLeft,
  stampsLetGo,
  stampsOwed,
} from "../shown.ts";

export const people = z.int().describe("How many people the sale was for.");

export const discount = z.number().nullable().describe("The discount, if one was sent.");

export const mobileNumber = z
  .string()
  .nullable()
  .describe("The mobile number in E.164. Null if the customer has none.");

/** A sale's customer. */
export const SaleCustomer = z
  .object({
    id: memberId,
    stamps_remaining: stampsLeft,
    stamps_owed: stampsOwed,
    balance,
    status: levelName,
  })
  .meta({ id: "Customer", description: "The customer of a sale." });

export const paidOff = z
  .int()
  .describe("The part of the earned stamps that paid what the customer owed.");

const ofOpenSale = "The customer. Null while the sale is open.";

/** The answer of `/api/transactions/add`. */
export const SaleAnswerBrief = z.object({
  transaction: z
    .object({
      id: idOf("the sale"),
      value: z.number().describe("The total in the merchant's currency."),
      stamps_earned: z.int().describe("The stamps that the sale earned."),
      stamps_paid_off: paidOff,
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

/** The answer of `/api/v2/transactions/modify`. */
export const SaleModified = SaleAnswer.extend({ stamps_let_go: stampsLetGo });

/** A sale without its customer. */
export function presentSaleParts(sale: Sale): z.input<typeof SaleAnswer>["transaction"] {
  const { discount } = sale;
  return {
    ...presentSaleInShort(sale),
    number_of_people: sale.people,
    discount: discount === null ? null : Number(discount),
  };
}

function presentSaleInShort({ id, total, stampsEarned, stampsPaidOff = 0 }: Sale) {
  return {
    id,
    // exact as a double: at most twelve digits before the point, and two after it
    value: Number(total),
    stamps_earned: stampsEarned,
    // kept answers of earlier versions lack it
    stamps_paid_off: stampsPaidOff,
  };
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
        stamps_owed: membership.stampsOwed ?? 0,
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

export function presentModifiedSale(modified: Modified): z.input<typeof SaleModified> {
  return { ...presentSale(modified), stamps_let_go: modified.stampsLetGo };
}
