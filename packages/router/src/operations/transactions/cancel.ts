import * as sales from "@stampbook/core/sales";
import { z } from "zod";
import type { OperationMeta } from "../../meta.ts";
import { checkScopes } from "../../scopes.ts";
import { operation } from "../../trpc.ts";
import { day } from "../../wire/bookings/booking.ts";
import { code, flag, id, reference } from "../../wire/fields.ts";
import { optional, required, withDefault } from "../../wire/reading.ts";
import {
  presentCanceledSale,
  presentCanceledSaleBrief,
  SaleCanceled,
  SaleCanceledBrief,
} from "../../wire/sale/sale-canceled.ts";

const meta = {
  scope: "transactions",
  idempotent: true,
  failureErrors: "info",
} as const satisfies OperationMeta;

/** Cancels the sale under an invoice number, and takes back its stamps. Interface T6. */
export const cancel = operation
  .meta({
    ...meta,
    summary: "Cancels the sale under an invoice number, and takes back its stamps (T6)",
    rest: { path: "/api/v2/transactions/cancel" },
    failures: { transaction_not_found: [], insufficient_stamps: [], invalid_store: "store" },
  })
  .input(
    z.object({
      invoice_number: required(code),
      date: required(day),
      store: optional(reference),
    }),
  )
  .output(SaleCanceled)
  .mutation(async ({ ctx, input }) => {
    const core = ctx.coreFor(input);
    const { invoice_number: invoiceNumber, date: businessDay, store } = input;
    const transactionId = await sales.findSale(core, { invoiceNumber, businessDay, store });
    return presentCanceledSale(await sales.cancelSale(core, transactionId));
  });

/** Cancels a sale by its id, and on request its related redemptions. The answer is shorter. Interface T7. */
export const cancelById = operation
  .meta({
    ...meta,
    summary: "Cancels a sale by its id, with a shorter answer (T7)",
    rest: { path: "/api/transactions/cancel" },
    failures: {
      transaction_not_found: [],
      insufficient_stamps: [],
      voucher_already_redeemed: [],
    },
  })
  .input(z.object({ id: required(id), cancel_related_redemptions: withDefault(flag, false) }))
  .output(SaleCanceledBrief)
  .mutation(async ({ ctx, input }) => {
    const core = ctx.coreFor(input);
    if (!input.cancel_related_redemptions)
      return presentCanceledSaleBrief(await sales.cancelSale(core, input.id));
    checkScopes(core.caller, ["redemptions"]);
    return presentCanceledSaleBrief(await sales.cancelSaleWithRedemptions(core, input.id));
  });
