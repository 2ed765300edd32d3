import { run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../context.ts";
import { bookingDoc } from "../booking.sql.ts";
import type { Booking } from "../types.ts";
import type { BookingFilters, BookingPlace } from "./list.rules.ts";

const p = sql.placeholder;

/** The filters and the limits of a page; `b` is the row. */
const wanted: SQL = sql`b.merchant_id = ${p("merchantId")}::bigint
  and (b.date, b.time, b.id) > (${p("afterDate")}::date, ${p("afterTime")}::time, ${p("afterId")}::bigint)
  and b.date <= ${p("to")}::date
  and (${p("statuses")}::text is null or b.status = any (${p("statuses")}::text::text[]))
  and (${p("matched")}::boolean is null or (b.customer_id is not null) = ${p("matched")}::boolean)`;

const ordered: SQL = sql`order by b.date, b.time, b.id limit ${p("limit")}::int`;

const listed: SQL = sql`(select coalesce(json_agg(${bookingDoc} order by b.date, b.time, b.id), '[]')
  from page b join stores s on s.merchant_id = b.merchant_id and s.id = b.store_id)`;

/** One store has its own statement, because the statement for all stores would not use that store's index. */
const ofStore = statement<readonly Booking[] | null>(
  "list_bookings_of_store",
  {
    page: sql`select b.* from bookings b
      where ${wanted} and b.store_id = ${p("storeId")}::bigint ${ordered}`,
  },
  sql`case when exists (select 1 from stores
    where merchant_id = ${p("merchantId")}::bigint and id = ${p("storeId")}::bigint) then ${listed} end`,
);

const ofMerchant = statement<readonly Booking[]>(
  "list_bookings",
  {
    page: sql`select b.* from bookings b
      where ${wanted} and (${p("stores")}::text is null
        or b.store_id = any (${p("stores")}::text::bigint[])) ${ordered}`,
  },
  listed,
);

/** Bookings in the order of their time, at most `limit`; null if there is no such store. */
export function selectBookings(
  ctx: CoreContext,
  filters: BookingFilters,
  after: BookingPlace,
  limit: number,
): Promise<readonly Booking[] | null> {
  const { caller, db } = ctx;
  const values = {
    merchantId: caller.merchant.id,
    afterDate: after.date,
    afterTime: after.time,
    afterId: after.id,
    to: filters.to ?? "infinity",
    statuses: filters.statuses && `{${filters.statuses.join(",")}}`,
    matched: filters.matched,
    limit,
  };
  return filters.store === null
    ? run(db, ofMerchant, { ...values, stores: caller.stores && `{${caller.stores.join(",")}}` })
    : run(db, ofStore, { ...values, storeId: filters.store });
}
