import type { CoreContext } from "@stampbook/core/context";
import * as sales from "@stampbook/core/sales";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import type { OperationMeta } from "../../meta.ts";
import { replay } from "../../replay.ts";
import { checkScope } from "../../scopes.ts";
import { operation } from "../../trpc.ts";
import { day } from "../../wire/bookings/booking.ts";
import { flag, id, invoiceNumber, storeRef } from "../../wire/fields.ts";
import { optional, required, withDefault } from "../../wire/reading.ts";
import {
  presentCanceledSale,
  presentCanceledSaleBrief,
  SaleCanceled,
  SaleCanceledBrief,
} from "../../wire/sale/sale-canceled.ts";
import { withoutAbsent } from "../../without-absent.ts";

const meta = {
  scope: "transactions",
  idempotent: true,
  failureErrors: "info",
} as const satisfies OperationMeta;

const options = {
  cancel_related_redemptions: withDefault(flag, false).describe(
    "Whether to cancel the redemptions of the same customer, store, business day and invoice number too. Needs the scope `redemptions`.",
  ),
  keep_issued_vouchers: withDefault(flag, false).describe(
    "Whether the vouchers that the sale issued stay as they are.",
  ),
};

type Options = { readonly [Name in keyof typeof options]: boolean };

/** Cancels a sale. With `cancel_related_redemptions`, the token needs the scope `redemptions` too. */
function cancelOne(core: CoreContext, id: number, sent: Options): Promise<sales.SaleCanceled> {
  const { cancel_related_redemptions, keep_issued_vouchers: keepIssuedVouchers } = sent;
  if (!cancel_related_redemptions) return sales.cancelSale(core, id, null, { keepIssuedVouchers });
  checkScope(core.caller, "redemptions");
  return sales.cancelSaleWithRedemptions(core, id, { keepIssuedVouchers });
}

/** Cancels the sale under an invoice number, and takes back its stamps. Interface T6. */
export const cancel = operation
  .meta({
    ...meta,
    replays: [
      replay(sales.keptSaleCancel, (done, { core }) => presentCanceledSale(done, core.caller)),
    ],
    summary: "Cancels the sale under an invoice number, and takes back its stamps (T6)",
    example: {
      after: "transactions.add",
      body: { invoice_number: "INV-4", date: "2026-11-21", store: 32 },
      answer: {
        transaction: { ...sample.transaction, status: "Canceled" },
        voucher: null,
        vouchers: [],
        withdrawn_vouchers: [],
        stamps_let_go: 0,
        membership: sample.membership,
      },
    },
    rest: { path: "/api/v2/transactions/cancel", operationId: "cancelSale" },
    failures: {
      transaction_not_found: [],
      voucher_already_redeemed: [],
      insufficient_stamps: [],
      invalid_store: "store",
    },
  })
  .input(
    z.object({
      invoice_number: required(invoiceNumber),
      date: required(day).describe("The business day."),
      store: optional(storeRef),
      ...options,
    }),
  )
  .output(SaleCanceled)
  .mutation(async ({ ctx, input }) => {
    const core = ctx.coreFor(
      withoutAbsent(input, ["cancel_related_redemptions", "keep_issued_vouchers"]),
    );
    const { invoice_number: invoiceNumber, date: businessDay, store } = input;
    const transactionId = await sales.findSale(core, { invoiceNumber, businessDay, store });
    return presentCanceledSale(await cancelOne(core, transactionId, input), core.caller);
  });

/** Cancels a sale by its id. The answer is shorter. Interface T7. */
export const cancelById = operation
  .meta({
    ...meta,
    replays: [
      replay(sales.keptSaleCancel, (done, { core }) => presentCanceledSaleBrief(done, core.caller)),
    ],
    summary: "Cancels a sale by its id, with a shorter answer (T7)",
    example: {
      after: "transactions.add",
      body: { id: 1 },
      answer: {
        transaction: { ...sample.transaction, status: "Canceled" },
        voucher: null,
        vouchers: [],
        withdrawn_vouchers: [],
        stamps_let_go: 0,
        customer: { ...sample.customer, stamps_owed: 0, mobile_number: "+6281239871234" },
      },
    },
    rest: { path: "/api/transactions/cancel", operationId: "cancelSaleBrief" },
    failures: {
      transaction_not_found: [],
      insufficient_stamps: [],
      voucher_already_redeemed: [],
    },
  })
  .input(z.object({ id: required(id).describe("The id of the sale."), ...options }))
  .output(SaleCanceledBrief)
  .mutation(async ({ ctx, input }) => {
    const core = ctx.coreFor(withoutAbsent(input, ["keep_issued_vouchers"]));
    return presentCanceledSaleBrief(await cancelOne(core, input.id, input), core.caller);
  });
