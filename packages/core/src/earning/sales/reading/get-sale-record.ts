import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { refuseRead, unknownSale } from "./reading.rules.ts";
import { type SaleRecord, selectSaleRecord } from "./sale-record.sql.ts";

export type { SaleRecord };

/**
 * Returns a sale as staff see it: with its customer, items, payments, modifications, and who canceled it and
 * why. Throws `transaction_not_found`, and `permission_denied` if the sale was made in a store that is not
 * the caller's.
 */
export async function getSaleRecord(ctx: CoreContext, transactionId: number): Promise<SaleRecord> {
  const sale = await selectSaleRecord(ctx, transactionId);
  const refusal = refuseRead(sale, ctx.caller);
  if (refusal || !sale) throw new Failure(refusal ?? unknownSale);
  return sale;
}
