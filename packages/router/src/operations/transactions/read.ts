import { mostOf } from "@stampbook/core/limits";
import * as sales from "@stampbook/core/sales";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { day } from "../../wire/bookings/booking.ts";
import { channel } from "../../wire/channel.ts";
import { id, reference } from "../../wire/fields.ts";
import { noneIfEmpty, repeated } from "../../wire/lines.ts";
import { optional, required } from "../../wire/reading.ts";
import { previewFields, readPreview } from "../../wire/sale/sale-fields.ts";
import {
  presentSaleDetail,
  presentSales,
  SaleDetailAnswer,
  SalesAnswer,
} from "../../wire/sale/sale-shown.ts";

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
    rest: { path: "/api/v2/transactions/preview-earnings", methods: ["GET", "POST"] },
  })
  .input(z.object(previewFields))
  .output(z.object({ stamps: z.int() }))
  .query(async ({ ctx, input }) => ({
    stamps: await sales.previewEarnings(ctx.coreFor(input), readPreview(input)),
  }));

/** One sale with its lines. Interface T4. */
export const details = operation
  .meta({
    summary: "Shows a sale with its items and payments (T4)",
    example: {
      after: "transactions.add",
      body: { transaction_id: 1 },
      answer: {
        transaction: {
          created: 1795305600,
          value: 95000,
          subtotal: null,
          discount: null,
          tax: null,
          service_charge: null,
          stamps: 9,
          status: "Created",
          type: null,
          notes: "",
          superseded_by: null,
          store: { id: 32, name: "Kemang", display_name: "Kemang" },
          items: [{ id: 1, name: "Kaya Bun", quantity: 2 }],
          payments: [
            { id: 1, value: 95000, eligible_for_stamps: true, payment_method_code: "cash" },
          ],
        },
      },
    },
    scope: "transactions",
    failureErrors: "list",
    failures: { transaction_not_found: [] },
    rest: { path: "/api/transactions/details", methods: ["GET"] },
  })
  .input(z.object({ transaction_id: required(id) }))
  .output(SaleDetailAnswer)
  .query(async ({ ctx, input }) =>
    presentSaleDetail(await sales.getSale(ctx.coreFor(input), input.transaction_id)),
  );

/** A customer's sales, 20 at a time. Interface T5. */
export const byUser = operation
  .meta({
    summary: "Lists a customer's sales, 20 at a time (T5)",
    example: {
      after: "transactions.add",
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
    scope: "transactions",
    failureErrors: "list",
    failures: { invalid_user: "user" },
    rest: { path: "/api/transactions/by-user", methods: ["GET"] },
  })
  .input(
    z.object({
      user: required(reference),
      last_transaction_id: optional(id),
      channel: optional(repeated(channel, mostOf.channels)),
      start_date: optional(day),
      end_date: optional(day),
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
