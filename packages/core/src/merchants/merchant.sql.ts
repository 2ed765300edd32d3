import { type SQL, sql } from "drizzle-orm";

const p = sql.placeholder;

/**
 * The store that the parameters `storeId` and `storeCode` name. An id comes before a code, but with
 * leading zeros a code comes before an id, because nobody writes an id that way.
 */
export const storeArm: SQL = sql`select * from (
    (select case when ${p("storeCode")} like '0%' then 3 else 1 end as form, s.* from stores s
      where s.merchant_id = ${p("merchantId")} and s.id = ${p("storeId")} limit 1)
    union all
    (select 2, s.* from stores s
      where s.merchant_id = ${p("merchantId")} and s.code_key = ${p("storeCode")} limit 1)
  ) found
  order by form limit 1`;

/** The CTE `store` as a `StoreNow`, or null. Reads the time from the CTE `clock`. */
export const storeDoc: SQL = sql`(select json_build_object(
    'id', id, 'code', code, 'name', name, 'isActive', is_active,
    'today', (now at time zone timezone)::date,
    'time', to_char(now at time zone timezone, 'HH24:MI:SS')) from store, clock)`;
