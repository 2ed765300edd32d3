import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { refuseRead, unknownSale } from "./reading.rules.ts";
import { type SaleDetail, selectSale } from "./sale.sql.ts";

export type { SaleDetail };

/**
 * Returns a sale with its items and payments. Throws `transaction_not_found`, and `permission_denied` if the
 * sale was made in a store that is not the caller's. Interface 2, section 3.
 */
export async function getSale(ctx: CoreContext, transactionId: number): Promise<SaleDetail> {
  const sale = await selectSale(ctx, transactionId);
  const refusal = refuseRead(sale, ctx.caller);
  if (refusal || !sale) throw new Failure(refusal ?? unknownSale);
  return sale;
}
