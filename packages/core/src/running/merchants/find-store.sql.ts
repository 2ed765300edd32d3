import { clockArm, run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { checkStore, readStoreRef } from "./store.rules.ts";
import type { StoreNow, StoreRef } from "./types.ts";

const p = sql.placeholder;

/**
 * The store of the parameters `storeId` and `storeCode`. A store with the id comes before a store with the
 * code. If the code starts with 0, the store with the code comes first, because nobody writes an id with
 * leading zeros.
 */
export const storeArm: SQL = sql`select * from (
    (select case when ${p("storeCode")} like '0%' then 3 else 1 end as form, s.* from stores s
      where s.merchant_id = ${p("merchantId")} and s.id = ${p("storeId")} limit 1)
    union all
    (select 2, s.* from stores s
      where s.merchant_id = ${p("merchantId")} and s.code_key = ${p("storeCode")} limit 1)
  ) found
  order by form limit 1`;

/**
 * The row of the CTE `store` as a `StoreNow`. Null if there is no row. Reads the time from the CTE `clock`.
 */
export const storeDoc: SQL = sql`(select json_build_object(
    'id', id, 'code', code, 'name', name, 'isActive', is_active,
    'today', (now at time zone timezone)::date,
    'time', to_char(now at time zone timezone, 'HH24:MI:SS')) from store, clock)`;

const load = statement<{ readonly store: StoreNow | null }>(
  "find_store",
  { clock: clockArm, store: storeArm },
  sql`json_build_object('store', ${storeDoc})`,
);

/** Reads the store with an id or a code. Null if the merchant has no such store. */
async function selectStore(ctx: CoreContext, store: StoreRef): Promise<StoreNow | null> {
  const found = await run(ctx.db, load, {
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
    ...readStoreRef(store),
  });
  return found.store;
}

/**
 * Returns the id of the store that `named` gives by id or code, even if the store is not active. Throws
 * `invalid_store`, and `permission_denied` if the caller may not act in the store.
 */
export async function findStore(ctx: CoreContext, named: StoreRef): Promise<number> {
  const store = await selectStore(ctx, named);
  const refusal = checkStore(store && { ...store, isActive: true }, ctx.caller);
  if (refusal) throw new Failure(refusal);
  if (!store) throw new TypeError("a store that is not refused exists");
  return store.id;
}

/**
 * Returns the current day in the store that `named` gives by id or code, `YYYY-MM-DD`. Throws
 * `invalid_store`, also if the store is not active, and `permission_denied` if the caller may not act there.
 */
export async function findStoreDay(ctx: CoreContext, named: StoreRef): Promise<string> {
  const store = await selectStore(ctx, named);
  const refusal = checkStore(store, ctx.caller);
  if (refusal) throw new Failure(refusal);
  if (!store) throw new TypeError("a store that is not refused exists");
  return store.today;
}
