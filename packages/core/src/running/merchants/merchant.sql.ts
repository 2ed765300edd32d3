import { type SQL, sql } from "drizzle-orm";

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
