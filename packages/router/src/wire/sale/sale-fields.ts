import { mostOf } from "@stampbook/core/limits";
import type { PreviewInput, SaleInput, SaleLine, SalePayment } from "@stampbook/core/sales";
import { z } from "zod";
import { channel } from "../channel.ts";
import { numberedChoice } from "../choices.ts";
import { anyJson } from "../extra-data.ts";
import { code, flag, storeRef, userRef, wholeNumber } from "../fields.ts";
import { optionalLines } from "../lines.ts";
import { named, optional, type Reader, required, withDefault } from "../reading.ts";
import { quantity, saleAmount } from "./decimals.ts";
import { moment } from "./moment.ts";

/** How a sale was made. Interface 2, section 3. */
const saleTypes = { 1: "Delivery", 2: "Dine-in", 3: "Take out", 4: "E-Commerce", 5: "Pickup" };

const typesNamed = Object.entries(saleTypes).map(([number, name]) => `${number} ${name}`);

/** The types of sales with their numbers. */
export const saleTypesInWords = `${typesNamed.join(", ")}.`;

/** The number of a sale's type. */
const saleType: Reader<number, number | string> = named(
  "SaleType",
  `How the sale was made: ${saleTypesInWords} The number may be a text.`,
  numberedChoice(saleTypes, "A type's number is expected."),
);

const stamps = wholeNumber(0, mostOf.saleStamps);

const item = z
  .object({
    product_name: required(code).describe("The name of the product."),
    quantity: required(quantity).describe("How many were bought."),
    subtotal: optional(saleAmount).describe("The amount of the line. This or `price` is needed."),
    price: optional(saleAmount).describe("The same as `subtotal`."),
    stamps_subtotal: optional(stamps).describe(
      "The stamps that the line earns, in place of what its amount would earn.",
    ),
    eligible_for_stamps: withDefault(flag, true).describe("Whether the line earns stamps."),
    extra_data: optional(anyJson),
  })
  .check(({ value, issues }) => {
    if (value.subtotal !== null || value.price !== null) return;
    const message = "This field is required.";
    issues.push({
      code: "custom",
      path: ["subtotal"],
      message,
      params: { code: "required" },
      input: value,
    });
  })
  .meta({ id: "ItemSold", description: "An item of a sale." });

const payment = z
  .object({
    value: required(saleAmount).describe("The amount that was paid."),
    payment_method: required(code).describe("The code of the payment method."),
    eligible_for_membership: withDefault(flag, true).describe(
      "Whether the payment counts for the member's level.",
    ),
  })
  .meta({ id: "PaymentMade", description: "A payment of a sale." });

/** The parameters of a sale. Interface 2, section 3. */
export const saleFields = {
  store: required(storeRef),
  invoice_number: required(code).describe(
    "The POS's invoice number. With the store and the business day it identifies the sale.",
  ),
  total_value: required(saleAmount).describe("The total in the merchant's currency."),
  user: optional(userRef).describe("The customer. Without one, the sale is open."),
  number_of_people: withDefault(wholeNumber(0, mostOf.count), 1).describe(
    "How many people the sale is for.",
  ),
  created: optional(moment).describe(
    "The time of the sale, up to a year back and a day ahead; now by default. ISO 8601.",
  ),
  sub_total: optional(saleAmount).describe("The subtotal."),
  subtotal: optional(saleAmount).describe("The same as `sub_total`."),
  discount: optional(saleAmount).describe("The discount."),
  service_charge: optional(saleAmount).describe("The service charge."),
  tax: optional(saleAmount).describe("The tax."),
  channel: optional(channel),
  type: optional(saleType),
  items: optionalLines(item, mostOf.saleItems).describe("What was bought."),
  payments: optionalLines(payment, mostOf.salePayments).describe("How it was paid."),
  stamps: optional(stamps).describe(
    "The stamps as the POS counts them. They count if the merchant takes stamps from the POS.",
  ),
  employee_code: optional(code).describe("The employee who sold."),
  require_email_notification: withDefault(flag, false).describe("Accepted, and has no effect."),
  extra_data: optional(anyJson),
  replace_canceled: withDefault(flag, false).describe(
    "Whether to record the sale again if the one with its invoice number was canceled.",
  ),
};

/** The input of a sale. */
export const SaleSent = z
  .object(saleFields)
  .meta({ id: "SaleSent", description: "A sale to record." });

const { store, total_value, user, sub_total, subtotal, discount, service_charge, tax } = saleFields;
const { channel: ofChannel, type, items, payments } = saleFields;

/** The parameters of a preview: those of a sale that decide its stamps, and others that tills send along. */
export const previewFields = {
  store,
  total_value,
  user,
  sub_total,
  subtotal,
  discount,
  service_charge,
  tax,
  channel: ofChannel,
  type,
  items,
  payments,
};

const ofPreview = z.object(previewFields);

/** Converts the parameters of a preview to the core's input. */
export function readPreview(input: z.output<typeof ofPreview>): PreviewInput {
  return {
    store: input.store,
    user: input.user,
    total: input.total_value,
    subtotal: input.sub_total ?? input.subtotal,
    items: input.items.map(readItem),
    payments: input.payments.map(readPayment),
  };
}

/** Converts the parameters of a sale to the core's input. */
export function readSale(input: z.output<typeof SaleSent>): SaleInput {
  const { store, user, created, channel, type, tax, discount, stamps } = input;
  return {
    store,
    user,
    channel,
    type,
    tax,
    discount,
    stamps,
    invoiceNumber: input.invoice_number,
    people: input.number_of_people,
    soldAt: created,
    total: input.total_value,
    subtotal: input.sub_total ?? input.subtotal,
    serviceCharge: input.service_charge,
    items: input.items.map(readItem),
    payments: input.payments.map(readPayment),
    employeeCode: input.employee_code,
    extraData: input.extra_data,
    replaceCanceled: input.replace_canceled,
  };
}

function readItem(line: z.output<typeof item>): SaleLine {
  return {
    product: line.product_name,
    quantity: line.quantity,
    subtotal: line.subtotal ?? line.price ?? "0.00",
    stamps: line.stamps_subtotal,
    isEligible: line.eligible_for_stamps,
    extraData: line.extra_data,
  };
}

function readPayment({
  payment_method,
  value,
  eligible_for_membership,
}: z.output<typeof payment>): SalePayment {
  return { method: payment_method, value, countsForLevels: eligible_for_membership };
}
