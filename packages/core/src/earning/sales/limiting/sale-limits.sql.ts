import { now, type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { SaleLimits } from "../../../entering/access/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";

const { merchants } = schema;

/** The limits, and the seconds until the day ends in the merchant's time zone, rounded up. */
type LimitsNow = SaleLimits & { readonly secondsLeftToday: number };

const today = sql`(${now} at time zone ${merchants.timezone})::date`;

const limits = read(
  "get_sale_limits",
  (_: Parameters<{ readonly offsetMs: number }>) =>
    rowsOf(merchants, { where: [] }).one({
      cashierSaleStamps: merchants.cashierSaleStamps,
      cashierSaleTotal: merchants.cashierSaleTotal,
      cashierStampsPerDay: merchants.cashierStampsPerDay,
      secondsLeftToday: sql`ceil(extract(epoch from
        (${today} + 1)::timestamp at time zone ${merchants.timezone} - ${now}))::int`,
    }) as SQL<LimitsNow>,
);

/** Reads the merchant's limits of a cashier's sales. */
export function selectSaleLimits(ctx: CoreContext): Promise<LimitsNow> {
  return run(ctx.db, limits, { merchantId: ctx.caller.merchant.id, offsetMs: ctx.clockOffsetMs });
}
