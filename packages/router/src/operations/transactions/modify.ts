import { mostOf } from "@stampbook/core/limits";
import * as sales from "@stampbook/core/sales";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { code, id, wholeNumber } from "../../wire/fields.ts";
import { optionalLines } from "../../wire/lines.ts";
import { optional, required, withDefault } from "../../wire/reading.ts";
import { amountLess, quantityLess } from "../../wire/sale/decimals.ts";
import { presentModifiedSale, SaleModified } from "../../wire/sale/sale.ts";
import { withoutAbsent } from "../../without-absent.ts";

const item = z.object({
  product_name: required(code).describe("The name of the product, as in the sale."),
  quantity: required(quantityLess).describe("How many go back: 0 or less."),
});
const payment = z.object({
  payment_method: required(code).describe("The payment method, as in the sale."),
  value: required(amountLess).describe("What goes back: 0 or less."),
});

/** Takes items, amounts, payments or stamps off a sale. Interface T9. */
export const modify = operation
  .meta({
    summary: "Takes items, amounts, payments or stamps off a sale (T9)",
    example: {
      after: "transactions.add",
      body: { id: 1, total_value: -10000, items: [{ product_name: "Kaya Bun", quantity: -1 }] },
      answer: {
        transaction: {
          ...sample.transaction,
          value: 85000,
          stamps_earned: 8,
          number_of_people: 1,
          discount: null,
        },
        customer: { ...sample.earner, stamps_remaining: 258, mobile_phone: "+6281239871234" },
        stamps_let_go: 0,
      },
    },
    rest: { path: "/api/v2/transactions/modify", operationId: "modifySale" },
    scope: "transactions",
    idempotent: true,
    replays: [replay(sales.keptModification, presentModifiedSale)],
    large: true,
    failures: {
      transaction_not_found: [],
      invalid_transaction: "id",
      product_not_found: "product_name",
      insufficient_stamps: "id",
    },
  })
  .input(
    z.object({
      id: required(id).describe("The id of the sale."),
      total_value: withDefault(amountLess, "0.00").describe(
        "What is taken off the total: 0 or less.",
      ),
      subtotal: optional(amountLess).describe("What is taken off the subtotal: 0 or less."),
      items: optionalLines(item, mostOf.saleItems).describe("The items that go back."),
      payments: optionalLines(payment, mostOf.salePayments).describe("The payments that go back."),
      stamps: optional(wholeNumber(-mostOf.saleStamps, 0)).describe(
        "What is taken off the stamps: 0 or less. It counts if the merchant takes stamps from the POS.",
      ),
    }),
  )
  .output(SaleModified)
  .mutation(async ({ ctx, input }) => {
    const { id: transactionId, total_value: total, subtotal, items, payments, stamps } = input;
    const core = ctx.coreFor(withoutAbsent(input, ["payments"]));
    const modified = await sales.modifySale(core, transactionId, {
      total,
      subtotal,
      stamps,
      items: items.map(({ product_name: product, quantity }) => ({ product, quantity })),
      payments: payments.map(({ payment_method: method, value }) => ({ method, value })),
    });
    return presentModifiedSale(modified);
  });
