import { read, rowsOf, run, schema } from "@stampbook/db";
import type { SQL } from "drizzle-orm";
import type { SaleLimits } from "../../access/index.ts";
import type { CoreContext } from "../../context.ts";

const { merchants } = schema;

const limits = read(
  "get_sale_limits",
  () =>
    rowsOf(merchants, { where: [] }).one({
      cashierSaleStamps: merchants.cashierSaleStamps,
      cashierSaleTotal: merchants.cashierSaleTotal,
    }) as SQL<SaleLimits>,
);

/** Reads the merchant's limits of a cashier's sale. */
export function selectSaleLimits(ctx: CoreContext): Promise<SaleLimits> {
  return run(ctx.db, limits, { merchantId: ctx.caller.merchant.id });
}
