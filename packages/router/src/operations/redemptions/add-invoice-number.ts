import * as redeeming from "@stampbook/core/redeeming";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { id, invoiceNumber } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";
import { presentRedemption, Redemption } from "../../wire/redemptions/redemption.ts";

const present = (redemption: redeeming.Redemption) => ({
  redemption: presentRedemption(redemption),
});

/** Writes the invoice number of a sale to a redemption that has none. Interface R9. */
export const addInvoiceNumber = operation
  .meta({
    summary: "Writes the invoice number of a sale to a redemption (R9)",
    example: {
      after: "redemptions.redeemVoucherCode",
      body: { redemption_id: 1, invoice_number: "INV-6" },
      answer: { redemption: sample.redemption },
    },
    rest: { path: "/api/v2/redemptions/add-invoice-number", operationId: "addInvoiceNumber" },
    scope: "redemptions",
    idempotent: true,
    replays: [replay(redeeming.keptInvoiceNumber, present)],
    // reported by the HTTP status, not on an input
    failures: { redemption_not_found: [] },
  })
  .input(
    z.object({
      redemption_id: required(id).describe("The id of the redemption."),
      invoice_number: required(invoiceNumber),
    }),
  )
  .output(z.object({ redemption: Redemption }))
  .mutation(async ({ ctx, input }) => {
    const redemption = await redeeming.addInvoiceNumber(ctx.coreFor(input), {
      redemptionId: input.redemption_id,
      invoiceNumber: input.invoice_number,
    });
    return present(redemption);
  });
