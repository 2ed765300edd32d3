import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";

const p = sql.placeholder;

const firstFree = statement<number | null>(
  "first_free_customer_id",
  {},
  sql`(select to_json(id) from generate_series(${p("first")}::bigint, ${p("last")}) id
    where not exists (select 1 from customer_identifiers i where i.merchant_id = ${p("merchantId")}
      and i.form = 'memberId' and i.value = id::text)
    order by id limit 1)`,
);

/**
 * Reserves another id for a new customer. Call it if the digits of the first id are in use. No Member ID has
 * the digits of the new id.
 */
export async function takeFreeCustomerId(ctx: CoreContext): Promise<number> {
  const merchantId = ctx.caller.merchant.id;
  // doubles `count` after each miss, because thousands of consecutive numbers may be Member IDs
  for (let count = 1; ; count *= 2) {
    const ids = await ctx.ids.takeMany(merchantId, "customers", count);
    const [first, last] = [ids[0], ids.at(-1)];
    const id = await run(ctx.db, firstFree, { merchantId, first, last });
    if (id !== null) return id;
  }
}
