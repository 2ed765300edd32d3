import { type SQL, sql } from "drizzle-orm";

const p = sql.placeholder;

/** The moment of the statement, by the database's clock. */
export const clockArm: SQL = sql`select clock_timestamp()
  + ${p("offsetMs")}::double precision * interval '1 millisecond' as now`;

/** The store that the parameters `storeId` and `storeCode` name; an id comes before a code. */
export const storeArm: SQL = sql`select s.* from (
    select 1 as form, id from stores
      where merchant_id = ${p("merchantId")}::bigint and id = ${p("storeId")}::bigint
    union all
    select 2, id from stores
      where merchant_id = ${p("merchantId")}::bigint and code_key = ${p("storeCode")}::text
  ) found
  join stores s on s.merchant_id = ${p("merchantId")}::bigint and s.id = found.id
  order by found.form limit 1`;

/** The arm `store` as a `StoreNow` by the arm `clock`, or null. */
export const storeDoc: SQL = sql`(select json_build_object(
    'id', id, 'code', code, 'name', name, 'isActive', is_active,
    'today', (now at time zone timezone)::date,
    'time', to_char(now at time zone timezone, 'HH24:MI:SS')) from store, clock)`;
