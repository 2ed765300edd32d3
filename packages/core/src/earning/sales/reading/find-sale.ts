import type { CoreContext } from "../../../foundation/context.ts";
import { Failure, type Refusal } from "../../../foundation/failures.ts";
import { checkStore } from "../../../running/merchants/index.ts";
import { unknownSale } from "./reading.rules.ts";
import { type InvoiceRef, selectSalesOfInvoice } from "./sales-of-invoice.sql.ts";

export type { InvoiceRef };

/**
 * Returns the id of the sale with an invoice number and a business day, by default the newest one. Throws
 * `invalid_store` and `permission_denied` for the named store, and `transaction_not_found`. Throws `invalid`
 * on `store` if no store is named and several have the invoice.
 */
export async function findSale(ctx: CoreContext, invoice: InvoiceRef): Promise<number> {
  const { store, sales } = await selectSalesOfInvoice(ctx, invoice);
  const refusal =
    invoice.store === null ? null : checkStore(store && { ...store, isActive: true }, ctx.caller);
  if (refusal) throw new Failure(refusal);
  const [sale, other] = sales;
  if (other && other.businessDay === sale?.businessDay) throw new Failure(severalStores);
  if (!sale) throw new Failure(unknownSale);
  return sale.id;
}

const severalStores: Refusal = {
  code: "invalid",
  field: "store",
  message: "Several stores have this invoice number on that day: name the store.",
  rule: "the invoice number belongs to one store",
};
