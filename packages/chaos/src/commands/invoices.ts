import type { Model } from "./model.ts";
import { agree, type Step, step } from "./step.ts";
import { type Draw, nth } from "./visit.ts";
import type { Real } from "./world.ts";

/**
 * Adds one of three invoice numbers to a redemption, so that redemptions share numbers. Null without
 * redemptions.
 */
export function addInvoiceNumber(model: Model, real: Real, draw: Draw): Step | null {
  if (!model.redemptions.length) return null;
  const redemption = nth(model.redemptions, draw.thing);
  const input = { redemptionId: redemption.id, invoiceNumber: `R-${draw.qty}` };
  return step({
    operation: "addInvoiceNumber",
    input,
    predict: () =>
      redemption.invoiceNumber === null || redemption.invoiceNumber === input.invoiceNumber
        ? null
        : "invalid",
    call: (ctx) => real.verbs.addInvoiceNumber(ctx, input),
    apply: (_, told) => {
      redemption.invoiceNumber = input.invoiceNumber;
      agree(
        "the redemption",
        [told.id, told.status],
        [redemption.id, redemption.isCanceled ? "Canceled" : "Created"],
      );
    },
  });
}
