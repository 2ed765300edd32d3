import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import type { Customer } from "../../../people/customers/index.ts";
import { contentOf } from "../content.rules.ts";
import type { Sale, SaleInput } from "../types.ts";
import { isRepeated, refuseOther } from "./add-sale.rules.ts";
import { selectRecordedSale } from "./find-recorded-sale.sql.ts";

/**
 * Returns the recorded sale that `addSale` would return for this input. Returns null if `addSale` would
 * record the sale, name the customer for an Open one, or replace a canceled one. Throws
 * `duplicate_invoice_number` as `addSale` does. Writes nothing, so another call may record the sale
 * afterwards.
 */
export async function findRecordedSale(
  ctx: CoreContext,
  input: SaleInput,
  { storeId, customer }: { readonly storeId: number; readonly customer: Customer },
): Promise<Sale | null> {
  const { user, stamps, invoiceNumber, soldAt, replaceCanceled = false } = input;
  const existing = await selectRecordedSale(ctx, { storeId, invoiceNumber, soldAt });
  if (!existing) return null;
  const asked = { user, stamps, replaceCanceled, digest: ctx.secrets.digest(contentOf(input)) };
  const refusal = refuseOther(existing, customer, asked);
  if (refusal) throw new Failure(refusal);
  return isRepeated(existing, customer, asked) ? existing : null;
}
