import { mostOf } from "@stampbook/core/limits";
import { addReturn, keptReturn } from "@stampbook/core/sales";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { day } from "../../wire/bookings/booking.ts";
import { code, reference, wholeNumber } from "../../wire/fields.ts";
import { optionalLines } from "../../wire/lines.ts";
import { optional, Problem, required } from "../../wire/reading.ts";
import { amountLess, quantityLess } from "../../wire/sale/decimals.ts";
import { moment } from "../../wire/sale/moment.ts";
import { presentReturn, ReturnAnswer } from "../../wire/sale/returned.ts";

/** A parameter of the interface that has no effect yet is refused, because a till would rely on it. */
const unsupported = optional({
  described: { description: "Not supported yet: only null, false and empty text are accepted." },
  read: (value: unknown) =>
    value === false || value === "false" || value === 0 || value === "0"
      ? null
      : new Problem("invalid", "This parameter is not supported yet."),
});

const item = z.object({
  product_name: required(code).describe("The name of the product, as in the sale."),
  quantity: required(quantityLess).describe("How many come back: 0 or less."),
  subtotal: required(amountLess).describe("What is taken off the lines: 0 or less."),
});
const payment = z.object({
  payment_method: required(code).describe("The payment method, as in the sale."),
  value: required(amountLess).describe("What goes back: 0 or less."),
  voucher_code: unsupported,
});

const content = (value: number, stamps_earned: number, quantity: number) => ({
  id: 1,
  value,
  stamps_earned,
  number_of_people: 1,
  discount: null,
  subtotal: null,
  items: [
    {
      id: 1,
      quantity,
      subtotal: value,
      price_per_unit: null,
      product: { id: null, name: "Kaya Bun" },
    },
  ],
  payments: [{ id: 1, value, eligible_for_stamps: true, payment_method_code: "cash" }],
});

/** Takes goods of a sale back, with the stamps that it no longer earns. Interface T13. */
export const add = operation
  .meta({
    summary: "Takes goods of a sale back, with the stamps that it no longer earns (T13)",
    example: {
      after: "transactions.add",
      body: {
        root_invoice_number: "INV-4",
        root_transaction_store: 32,
        return_invoice_number: "INV-4.1",
        return_store: 32,
        total_value_delta: -47500,
        items: [{ product_name: "Kaya Bun", quantity: -1, subtotal: -47500 }],
        payments: [{ payment_method: "cash", value: -47500 }],
      },
      answer: {
        user: sample.userInShort,
        membership: { ...sample.membership, stamps: 254, stamps_remaining: 254 },
        root_transaction: content(95000, 9, 2),
        original_transaction: content(95000, 9, 2),
        modified_transaction: content(47500, 4, 1),
        modification: {
          id: 1,
          created: 1795305600,
          return_invoice_number: "INV-4.1",
          stamps_delta: -5,
          stamps_delta_override: null,
          stamps_refund_from_payments: 0,
          total_stamps_delta: -5,
          subtotal_delta: null,
          grand_total_delta: -47500,
          stamps_taken: 5,
          stamps_owed_delta: 0,
          stamps_let_go: 0,
        },
      },
    },
    rest: { path: "/api/returns/add", operationId: "addReturn" },
    scope: "transactions",
    idempotent: true,
    replays: [replay(keptReturn, presentReturn)],
    large: true,
    failures: {
      invalid_store: ["root_transaction_store", "return_store"],
      duplicate_invoice_number: "return_invoice_number",
      invalid_transaction: "root_invoice_number",
      product_not_found: "product_name",
      insufficient_stamps: "root_invoice_number",
    },
  })
  .input(
    z.object({
      root_invoice_number: required(code).describe("The invoice number of the sale."),
      root_transaction_store: required(reference).describe("The store of the sale: id or code."),
      root_date: optional(day).describe(
        "The business day of the sale; by default the newest one with the invoice number.",
      ),
      return_invoice_number: required(code).describe("The invoice number of the return."),
      return_store: required(reference).describe(
        "The store that takes the goods back: id or code.",
      ),
      return_created_datetime: optional(moment).describe("The time of the return; now by default."),
      total_value_delta: required(amountLess).describe("What is taken off the total: 0 or less."),
      subtotal_delta: optional(amountLess).describe(
        "What is taken off the subtotal: 0 or less. Needed if the sale has one.",
      ),
      items: optionalLines(item, mostOf.saleItems).describe("The items that come back."),
      payments: optionalLines(payment, mostOf.salePayments).describe(
        "The payments that go back. Needed if the sale has payments.",
      ),
      stamps_to_deduct: optional(wholeNumber(0, mostOf.saleStamps)).describe(
        "The stamps to take off the sale, instead of those by the rule.",
      ),
      stamps_to_add: unsupported,
      cancel_redemptions: unsupported,
      issue_voucher: unsupported,
      deactivate_payment_vouchers: unsupported,
      sr_admin: unsupported,
    }),
  )
  .output(ReturnAnswer)
  .mutation(async ({ ctx, input }) => {
    const { stamps_to_deduct: stamps } = input;
    // a store as a number and as its text is the same call
    const [store, returnStore] = [`${input.root_transaction_store}`, `${input.return_store}`];
    const named = { ...input, root_transaction_store: store, return_store: returnStore };
    const added = await addReturn(ctx.coreFor(named), {
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
        // nothing to deduct is as good as no figure
        stamps: stamps ? -stamps : null,
      },
    });
    return presentReturn(added);
  });
