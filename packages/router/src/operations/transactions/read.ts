import { Failure } from "@stampbook/core/failures";
import { mostOf } from "@stampbook/core/limits";
import { sorts } from "@stampbook/core/paging";
import * as sales from "@stampbook/core/sales";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { soldSale } from "../../document/sample-history.ts";
import type { OperationMeta } from "../../meta.ts";
import { operation } from "../../trpc.ts";
import { day } from "../../wire/bookings/booking.ts";
import { channel, ofChannels } from "../../wire/channel.ts";
import { requiredIf } from "../../wire/check-fields.ts";
import { choice } from "../../wire/choices.ts";
import { code, id, storeRef, userRef } from "../../wire/fields.ts";
import { NextPage, pageFields, placeOf, presentNext } from "../../wire/history/cursor.ts";
import { periodFields, withPeriod } from "../../wire/history/period.ts";
import { noneIfEmpty, repeated } from "../../wire/lines.ts";
import { optional, required, withDefault } from "../../wire/reading.ts";
import { previewFields, readPreview } from "../../wire/sale/sale-fields.ts";
import { presentSales, SalesAnswer } from "../../wire/sale/sale-shown.ts";
import { saleStatus } from "../../wire/sale/status.ts";
import {
  presentSoldSale,
  presentWholeSale,
  SoldSale,
  WholeSale,
} from "../../wire/sale/whole-sale.ts";

/** A sale of the customer of the examples. */
const after = "transactions.add";

const failures = { too_many_attempts: "__all__" } as const satisfies OperationMeta["failures"];

/** The stamps that a sale would earn now. Interface T3. */
export const previewEarnings = operation
  .meta({
    summary: "Says what a sale would earn now, and changes nothing (T3)",
    example: {
      body: { ...sample.who, total_value: 95000 },
      answer: { stamps: 0 },
    },
    scope: "transactions",
    large: true,
    failureErrors: "list",
    failures: { invalid_store: "store", invalid_user: "user" },
    rest: {
      path: "/api/v2/transactions/preview-earnings",
      operationId: "previewEarnings",
      methods: ["GET", "POST"],
    },
  })
  .input(z.object(previewFields))
  .output(z.object({ stamps: z.int().describe("The stamps that the sale would earn.") }))
  .query(async ({ ctx, input }) => ({
    stamps: await sales.previewEarnings(ctx.coreFor(input), readPreview(input)),
  }));

/** One sale with its lines, by its id or its invoice number. Interface T4. */
export const details = operation
  .meta({
    summary: "Shows a sale with its items and payments (T4)",
    example: {
      after,
      body: { transaction_id: 1 },
      answer: {
        transaction: {
          ...soldSale,
          items: [{ id: 1, name: "Kaya Bun", quantity: 2 }],
          payments: [
            { id: 1, value: 95000, eligible_for_stamps: true, payment_method_code: "cash" },
          ],
        },
      },
    },
    scope: ["transactions", "transactions.read"],
    failureErrors: "list",
    failures: {
      transaction_not_found: [],
      invalid_store: "store",
      invalid: ["store", "invoice_number"],
      ...failures,
    },
    rest: { path: "/api/transactions/details", operationId: "saleDetails", methods: ["GET"] },
  })
  .input(
    requiredIf(
      z.object({
        transaction_id: optional(id).describe(
          "The id of the sale. Needed without `invoice_number`.",
        ),
        invoice_number: optional(code).describe("Finds the sale by its invoice."),
        store: optional(storeRef),
        date: optional(day).describe("The business day. The newest by default."),
      }),
      "transaction_id",
      ({ invoice_number: invoiceNumber }) => invoiceNumber === null,
    ),
  )
  .output(z.object({ transaction: WholeSale }))
  .query(async ({ ctx, input }) => {
    const core = ctx.coreFor(input);
    const { transaction_id, invoice_number, store, date: businessDay } = input;
    const invoiceNumber = invoice_number ?? "";
    const id =
      transaction_id ?? (await sales.findSale(core, { invoiceNumber, businessDay, store }));
    const sale = await sales.getSale(core, id);
    if (invoice_number !== null && sale.invoiceNumber !== invoice_number)
      throw new Failure(otherInvoice);
    return { transaction: presentWholeSale(sale, core.caller) };
  });

const otherInvoice = {
  code: "invalid",
  field: "invoice_number",
  message: "The sale with this id has another invoice number. Send one of the two.",
} as const;

/** A customer's sales, 20 at a time. Interface T5. */
export const byUser = operation
  .meta({
    summary: "Lists a customer's sales, 20 at a time (T5)",
    example: {
      after,
      body: sample.someone,
      answer: {
        transactions: [
          {
            id: 1,
            value: 95000,
            stamps_earned: 9,
            number_of_people: 1,
            discount: null,
            subtotal: null,
            invoice_number: "INV-4",
            created: 1795305600,
            merchant: "My Merchant",
            merchant_id: 1,
            status: 1,
            meta: { channel: null, channel_text: null },
            store: { name: "Kemang", display_name: "Kemang" },
          },
        ],
        has_next: false,
      },
    },
    scope: ["transactions", "transactions.read"],
    failureErrors: "list",
    failures: { invalid_user: "user" },
    rest: { path: "/api/transactions/by-user", operationId: "listSalesOfUser", methods: ["GET"] },
  })
  .input(
    z.object({
      user: required(userRef),
      last_transaction_id: optional(id).describe("The id of the last sale of the page before."),
      channel: optional(repeated(channel, mostOf.channels)).describe(ofChannels),
      start_date: optional(day).describe("The first business day."),
      end_date: optional(day).describe("The last business day."),
    }),
  )
  .output(SalesAnswer)
  .query(async ({ ctx, input }) => {
    const { user, last_transaction_id: before, start_date: from, end_date: to } = input;
    const found = await sales.listSalesOfCustomer(ctx.coreFor(input), {
      user,
      before,
      from,
      to,
      channels: noneIfEmpty(input.channel),
    });
    return presentSales(found, ctx.merchant);
  });

/** The sales of a period. Interface T11. */
export const list = operation
  .meta({
    summary: "Lists the sales of a period, or of an invoice (T11)",
    example: {
      after,
      body: { store: 32, date: "2026-11-21" },
      answer: { transactions: [soldSale], has_next: false, next_cursor: null },
    },
    scope: "transactions.read",
    failures: { invalid_store: "store", ...failures },
    rest: { path: "/api/v2/transactions", operationId: "listSales", methods: ["GET"] },
  })
  .input(
    withPeriod(
      z.object({
        store: optional(storeRef),
        ...periodFields,
        by: withDefault(choice(["created", "canceled"]), "created").describe(
          "Which time `date`, `from`, `to` and the order are about. `canceled` lists canceled ones only.",
        ),
        status: optional(saleStatus),
        channel: optional(repeated(channel, mostOf.channels)).describe(ofChannels),
        invoice_number: optional(code).describe(
          "Only those with this invoice number. Without a period, of the last seven days.",
        ),
        order: withDefault(choice(sorts), "oldest").describe("`oldest`: new rows come at the end."),
        ...pageFields,
      }),
    ),
  )
  .output(z.object({ transactions: z.array(SoldSale).describe("The sales."), ...NextPage }))
  .query(async ({ ctx, input }) => {
    const { store, date, from, to, by, status } = input;
    const { channel, invoice_number: invoiceNumber, order: sort, per_page: limit } = input;
    const core = ctx.coreFor(input);
    const page = await sales.listSalesOfPeriod(core, {
      ...{ store, date, from, to, by, status, invoiceNumber, sort, limit },
      channels: noneIfEmpty(channel),
      after: placeOf("transactions.list", input),
    });
    return {
      transactions: page.items.map((each) => presentSoldSale(each, core.caller)),
      ...presentNext("transactions.list", input, page),
    };
  });
