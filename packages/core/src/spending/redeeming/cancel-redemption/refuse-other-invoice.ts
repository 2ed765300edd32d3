import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { readInvoiceNumber } from "./invoice-number.sql.ts";

/**
 * Throws `invalid` on `invoice_number` if the redemption has another invoice number. A redemption without a
 * number, and an unknown one, are not refused here.
 */
export async function refuseOtherInvoice(
  ctx: CoreContext,
  redemptionId: number,
  invoiceNumber: string,
): Promise<void> {
  const found = await readInvoiceNumber(ctx, redemptionId);
  if (found === null || found === invoiceNumber) return;
  throw new Failure({
    code: "invalid",
    field: "invoice_number",
    message: "The redemption with this id has another invoice number. Send one of the two.",
    rule: "the id and the invoice number name one redemption",
    expected: found,
    found: invoiceNumber,
  });
}
