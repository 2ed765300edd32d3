import type { CoreContext } from "../../../foundation/context.ts";
import { Failure, unknownCustomer } from "../../../foundation/failures.ts";
import type { SaleListed } from "./sale.sql.ts";
import { type SalesInput, selectSalesOfCustomer } from "./sales-of-customer.sql.ts";

const PAGE = 20;

/**
 * Returns at most 20 of a customer's sales in the caller's stores, the highest id first. `hasNext`: whether
 * there are more sales. Throws `invalid_user`. Interface 2, section 3.
 */
export async function listSalesOfCustomer(
  ctx: CoreContext,
  input: SalesInput,
): Promise<{ readonly sales: readonly SaleListed[]; readonly hasNext: boolean }> {
  const { isKnown, sales } = await selectSalesOfCustomer(ctx, input, PAGE + 1);
  if (!isKnown) throw new Failure(unknownCustomer);
  return { sales: sales.slice(0, PAGE), hasNext: sales.length > PAGE };
}
