import type { KnownCaller } from "@stampbook/core/context";
import type { SoldSale as Sold, WholeSale as Whole } from "@stampbook/core/sales";
import { z } from "zod";
import { saleStatuses } from "../../staff/fields.ts";
import { ActorShown, presentActor } from "../history/actor.ts";
import { NamedVoucher, presentNamedVouchers } from "../history/named-voucher.ts";
import { businessDay, CANCELED, CustomerNamed, StoreOfSale } from "../history/record.ts";
import { channelShown, idOf, secondsAt } from "../shown.ts";
import { numberOf, secondsOf, secondsOrNull } from "../values.ts";
import { paidOff, SaleAnswerBrief } from "./sale.ts";
import { saleTypesInWords } from "./sale-fields.ts";
import {
  amountShown,
  invoiceNumber,
  shownStore,
  soldAt,
  statusNumbers,
  statusShown,
} from "./sale-shown.ts";

const Return = z
  .object({
    id: idOf("the return"),
    return_invoice_number: z.string().nullable().describe("Its own invoice number, if any."),
    created: secondsAt("The time of the return"),
    grand_total_delta: z.number().describe("What the total changed by: 0 or less."),
    total_stamps_delta: z.int().describe("What the stamps changed by: 0 or less."),
  })
  .meta({ id: "Return", description: "What was taken off a sale." });

/** A sale without its items and payments. Interface 3, section 2. */
export const SoldSale = z
  .object({
    ...SaleAnswerBrief.shape.transaction.shape,
    created: soldAt,
    subtotal: amountShown("The subtotal"),
    discount: amountShown("The discount"),
    tax: amountShown("The tax"),
    service_charge: amountShown("The service charge"),
    stamps: z.int().describe("The same as `stamps_earned`."),
    stamps_paid_off: paidOff,
    status: z.enum(saleStatuses).describe("The status as a word. Open: it has no customer."),
    status_code: statusShown,
    type: z.int().nullable().describe(`${saleTypesInWords} Null if none was sent.`),
    notes: z.literal("").describe("Always empty: sales have no notes."),
    superseded_by: z
      .int()
      .nullable()
      .describe("The id of the sale that took the place of this canceled one, if any."),
    store: StoreOfSale.describe("The store."),
    invoice_number: invoiceNumber,
    business_day: businessDay,
    channel: channelShown,
    employee_code: z.string().nullable().describe("The employee, as it was sent."),
    extra_data: z.unknown().describe("The caller's own data, as it was sent: any JSON."),
    customer: CustomerNamed.nullable().describe("The customer. Null while the sale is open."),
    canceled: secondsAt("When it was canceled").nullable().describe(CANCELED),
    created_by: ActorShown.describe("Who recorded it."),
    canceled_by: ActorShown.nullable().describe("Who canceled it. Null if it was not canceled."),
    earning: z
      .object({
        rule: z
          .enum(["amount", "pos"])
          .nullable()
          .describe("By the amount, or as the POS counted. Null if it earned nothing."),
        multiplier: z.number().nullable().describe("The factor of the member's level."),
        limit: z
          .int()
          .nullable()
          .describe("The most stamps that it could earn. Null for no limit."),
      })
      .describe("By which rule it earned its stamps."),
    returns: z.array(Return).describe("What was taken off it later."),
    issued_vouchers: z.array(NamedVoucher).describe("The vouchers that it issued."),
  })
  .meta({ id: "Sale", description: "A sale, without its items and payments." });

const SaleItem = z
  .object({
    id: z.int().describe("The number of the item, from 1."),
    name: z.string().describe("The name of the product."),
    quantity: z.number().describe("How many."),
  })
  .meta({ id: "SaleItem", description: "An item of a sale." });

const SalePayment = z
  .object({
    id: z.int().describe("The number of the payment, from 1."),
    value: z.number().describe("The amount in the merchant's currency."),
    eligible_for_stamps: z.boolean().describe("Whether it earned stamps."),
    payment_method_code: z.string().describe("The code of the payment method."),
  })
  .meta({ id: "SalePayment", description: "A payment of a sale." });

/** A sale in full. */
export const WholeSale = SoldSale.extend({
  items: z.array(SaleItem).describe("What was bought."),
  payments: z.array(SalePayment).describe("How it was paid."),
}).meta({ id: "SaleWithLines", description: "A sale with its items and payments." });

export function presentSoldSale(sale: Sold, caller: KnownCaller): z.input<typeof SoldSale> {
  const { store, customer, canceledBy } = sale;
  return {
    id: sale.id,
    created: secondsOf(sale.soldAt),
    value: Number(sale.total),
    subtotal: numberOf(sale.subtotal),
    discount: numberOf(sale.discount),
    tax: numberOf(sale.tax),
    service_charge: numberOf(sale.serviceCharge),
    stamps: sale.stampsEarned,
    stamps_earned: sale.stampsEarned,
    stamps_paid_off: sale.stampsPaidOff,
    status: sale.status,
    status_code: statusNumbers[sale.status],
    type: sale.type,
    notes: "",
    superseded_by: sale.supersededById,
    store: { id: store.id, ...shownStore(store) },
    invoice_number: sale.invoiceNumber,
    business_day: sale.businessDay,
    channel: sale.channel,
    employee_code: sale.employeeCode,
    extra_data: sale.extraData,
    customer,
    canceled: secondsOrNull(sale.canceledAt),
    created_by: presentActor(sale.createdBy),
    canceled_by: canceledBy && presentActor(canceledBy),
    earning: { rule: sale.rule, multiplier: numberOf(sale.multiplier), limit: sale.earnLimit },
    returns: sale.modifications.map(({ id, total, stamps, createdAt, returnInvoiceNumber }) => ({
      id,
      // null for a modification
      return_invoice_number: returnInvoiceNumber,
      created: secondsOf(createdAt),
      grand_total_delta: Number(total),
      total_stamps_delta: stamps,
    })),
    issued_vouchers: presentNamedVouchers(sale.issued, caller),
  };
}

export function presentWholeSale(sale: Whole, caller: KnownCaller): z.input<typeof WholeSale> {
  return {
    ...presentSoldSale(sale, caller),
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
  };
}
