import { mostOf } from "@stampbook/core/limits";
import type { PreviewInput, SaleInput, SaleLine, SalePayment } from "@stampbook/core/sales";
import { z } from "zod";
import { channel } from "../channel.ts";
import { anyJson } from "../extra-data.ts";
import { code, flag, numberedChoice, reference, wholeNumber } from "../fields.ts";
import { optionalLines } from "../lines.ts";
import { optional, type Reader, required, withDefault } from "../reading.ts";
import { quantity, saleAmount } from "./decimals.ts";
import { moment } from "./moment.ts";

/** How a sale was made. Interface 2, section 3. */
const saleTypes = { 1: "Delivery", 2: "Dine-in", 3: "Take out", 4: "E-Commerce", 5: "Pickup" };

/** The number of a sale's type. */
const saleType: Reader<number, number | string> = numberedChoice(
  saleTypes,
  "A type's number is expected.",
);

const stamps = wholeNumber(0, mostOf.saleStamps);

const item = z
  .object({
    product_name: required(code),
    quantity: required(quantity),
    subtotal: optional(saleAmount),
    /** Another name for `subtotal`. */
    price: optional(saleAmount),
    stamps_subtotal: optional(stamps),
    eligible_for_stamps: withDefault(flag, true),
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
  });

const payment = z.object({
  value: required(saleAmount),
  payment_method: required(code),
  eligible_for_membership: withDefault(flag, true),
});

/** The parameters of a sale. Interface 2, section 3. */
export const saleFields = {
  store: required(reference),
  invoice_number: required(code),
  total_value: required(saleAmount),
  user: optional(reference),
  number_of_people: withDefault(wholeNumber(0, mostOf.count), 1),
  created: optional(moment),
  sub_total: optional(saleAmount),
  /** Another name for `sub_total`. */
  subtotal: optional(saleAmount),
  discount: optional(saleAmount),
  service_charge: optional(saleAmount),
  tax: optional(saleAmount),
  channel: optional(channel),
  type: optional(saleType),
  items: optionalLines(item, mostOf.saleItems),
  payments: optionalLines(payment, mostOf.salePayments),
  stamps: optional(stamps),
  employee_code: optional(code),
  require_email_notification: withDefault(flag, false),
  extra_data: optional(anyJson),
  replace_canceled: withDefault(flag, false),
};

const fields = z.object(saleFields);

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
export function readSale(input: z.output<typeof fields>): SaleInput {
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
