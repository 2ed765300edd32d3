import type { CoreContext } from "../../context.ts";
import { again, keyOf } from "../../writing/index.ts";
import type { Redemption } from "../types.ts";
import { type AddInvoiceNumberInput, refuseInvoiceNumber } from "./add-invoice-number.rules.ts";
import { addInvoiceNumbers, type InvoiceCall, operation } from "./add-invoice-number.sql.ts";

/**
 * Writes the invoice number of a sale to a redemption that has none, and returns the redemption. Writing the
 * same number again changes nothing. Throws `redemption_not_found`, `permission_denied` for another store,
 * and `invalid` on `invoice_number` if the redemption has another number. Interface 2, section 2.
 */
export async function addInvoiceNumber(
  ctx: CoreContext,
  input: AddInvoiceNumberInput,
): Promise<Redemption> {
  const { caller } = ctx;
  const call: InvoiceCall = {
    redemption: input.redemptionId,
    allowedStores: caller.stores,
    invoiceNumber: input.invoiceNumber,
    ...keyOf(ctx),
  };
  const { frame } = await again(ctx, {
    operation: { name: operation, statement: addInvoiceNumbers, subjects },
    call,
    refuse: (seen) => refuseInvoiceNumber(seen, caller, input),
  });
  return frame.redemption;
}

const subjects = ({ redemption }: InvoiceCall) => [`redemption ${redemption}`];
