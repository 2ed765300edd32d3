import type { KnownCaller } from "@stampbook/core/context";
import { mostOf } from "@stampbook/core/limits";
import type { ReturnInput } from "@stampbook/core/sales";
import { z } from "zod";
import { checkScope } from "../../scopes.ts";
import { day } from "../../wire/bookings/booking.ts";
import { valueOfVoucher } from "../../wire/catalogue/value-of-voucher.ts";
import { code, flag, id, reference, wholeNumber } from "../../wire/fields.ts";
import { optionalLines, optionalPart } from "../../wire/lines.ts";
import { optional, required, withDefault } from "../../wire/reading.ts";
import { amountLess, quantityLess } from "../../wire/sale/decimals.ts";
import { moment } from "../../wire/sale/moment.ts";

const item = z.object({
  product_name: required(code).describe("The name of the product, as in the sale."),
  quantity: required(quantityLess).describe("How many come back: 0 or less."),
  subtotal: required(amountLess).describe("What is taken off the lines: 0 or less."),
});
const payment = z.object({
  payment_method: required(code).describe("The payment method, as in the sale."),
  value: required(amountLess).describe("What goes back: 0 or less."),
  voucher_code: optional(code).describe(
    "A voucher that was spent with the sale. It gets back the value, which must be all that was spent.",
  ),
});

const fields = z.object({
  root_invoice_number: required(code).describe("The invoice number of the sale."),
  root_transaction_store: required(reference).describe("The store of the sale: id or code."),
  root_date: optional(day).describe(
    "The business day of the sale; by default the newest with the invoice number that is not canceled.",
  ),
  return_invoice_number: required(code).describe("The invoice number of the return."),
  return_store: required(reference).describe("The store that takes the goods back: id or code."),
  return_created_datetime: optional(moment).describe("The time of the return; now by default."),
  total_value_delta: required(amountLess).describe("What is taken off the total: 0 or less."),
  subtotal_delta: optional(amountLess).describe(
    "What is taken off the subtotal: 0 or less. Needed if the sale has one.",
  ),
  items: optionalLines(item, mostOf.saleItems).describe(
    "The items that come back. Needed if the sale has items left.",
  ),
  payments: optionalLines(payment, mostOf.salePayments).describe(
    "The payments that go back. Needed if the sale has payments left.",
  ),
  stamps_to_add: optional(wholeNumber(0, mostOf.saleStamps)).describe(
    "The stamps to add to the sale, instead of taking those by the rule.",
  ),
  stamps_to_deduct: optional(wholeNumber(0, mostOf.saleStamps)).describe(
    "The stamps to take off the sale, instead of those by the rule.",
  ),
  cancel_redemptions: withDefault(flag, false).describe(
    "Whether what was redeemed under the sale's invoice number is canceled before.",
  ),
  issue_voucher: optionalPart(
    z.object({
      template_id: required(id).describe("The id of the template."),
      value: optional(valueOfVoucher),
    }),
  ).describe("A voucher to issue to the customer."),
  deactivate_payment_vouchers: withDefault(flag, true).describe(
    "Whether vouchers that the sale issued become inactive if nothing is left of its total.",
  ),
  sr_admin: withDefault(flag, false).describe("True: no value goes back to vouchers."),
});

/** The parameters of a return and of its preview. Stamps are added or deducted, not both. */
export const ReturnFields = fields
  .check(({ value, issues }) => {
    if (!value.stamps_to_add || !value.stamps_to_deduct) return;
    const message = "Stamps are added or deducted, not both.";
    const path = ["stamps_to_deduct"];
    issues.push({ code: "custom", path, message, params: { code: "invalid" }, input: value });
  })
  .meta({ id: "ReturnSent", description: "Goods of a sale that come back." });

type Fields = z.output<typeof ReturnFields>;

/** Converts the parameters to the core's input. Throws `permission_denied` if a part needs another scope. */
export function readReturn(input: Fields, caller: KnownCaller): ReturnInput {
  const { stamps_to_add: added, stamps_to_deduct: deducted, issue_voucher: issue } = input;
  const vouchers = input.payments.flatMap(({ voucher_code, value }, line) =>
    voucher_code === null || input.sr_admin
      ? []
      : [{ line, code: voucher_code, value: value.replace("-", "") }],
  );
  if (input.cancel_redemptions || vouchers.length > 0) checkScope(caller, "redemptions");
  if (issue) checkScope(caller, "vouchers.issue");
  return {
    invoiceNumber: input.root_invoice_number,
    store: input.root_transaction_store,
    businessDay: input.root_date,
    returnInvoiceNumber: input.return_invoice_number,
    returnStore: input.return_store,
    returnedAt: input.return_created_datetime,
    modification: {
      total: input.total_value_delta,
      subtotal: input.subtotal_delta,
      items: input.items.map(({ product_name: product, quantity, subtotal }) => ({
        product,
        quantity,
        subtotal,
      })),
      payments: input.payments.map(({ payment_method: method, value }) => ({ method, value })),
      // 0 is as good as no figure
      stamps: added || (deducted ? -deducted : null),
    },
    vouchers,
    cancelsRedemptions: input.cancel_redemptions,
    keepsIssuedVouchers: !input.deactivate_payment_vouchers,
    issue: issue && { templateId: issue.template_id, value: issue.value },
  };
}

/** A store as a number and as its text is the same call. */
export const comparable = (input: Fields) => ({
  ...input,
  root_transaction_store: `${input.root_transaction_store}`,
  return_store: `${input.return_store}`,
});

/** The parameter on which each refusal is reported. */
export const returnFailures = {
  invalid_store: ["root_transaction_store", "return_store"],
  duplicate_invoice_number: "return_invoice_number",
  invalid_transaction: "root_invoice_number",
  product_not_found: "product_name",
  invalid_voucher: "payments",
  invalid_voucher_template: "issue_voucher",
  voucher_value_not_dynamic: "issue_voucher",
  invalid_user: "issue_voucher",
};
