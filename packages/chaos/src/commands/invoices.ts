import type { Model, Redemption } from "./model.ts";
import { agree, type Step, step } from "./step.ts";
import { type Draw, nth } from "./visit.ts";
import type { Real } from "./world.ts";

/**
 * Adds one of three invoice numbers to a redemption, so that redemptions share numbers, or that of a sale with
 * which it was made. Null without redemptions.
 */
export function addInvoiceNumber(model: Model, real: Real, draw: Draw): Step | null {
  if (!model.redemptions.length) return null;
  const sold = model.redemptions.filter((one) => one.invoiceNumber === null && saleOf(model, one));
  const isSold = draw.qty !== 1 && sold.length > 0;
  const redemption = nth(isSold ? sold : model.redemptions, draw.thing);
  const invoiceNumber = (isSold && saleOf(model, redemption)?.invoiceNumber) || `R-${draw.qty}`;
  const input = { redemptionId: redemption.id, invoiceNumber };
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

/** A sale of the same customer, store and day. */
const saleOf = ({ sales }: Model, { member, store, madeOn }: Redemption) =>
  sales.find(
    (sale) =>
      sale.member === member &&
      sale.store === store &&
      sale.day === madeOn &&
      sale.status !== "Canceled",
  );
