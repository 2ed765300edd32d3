import { heavyRead, isAnyOf, optional, type Parameters, rowsOf, run } from "@stampbook/db";
import { asc, eq, lte, type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import { type Page, pageOf } from "../../foundation/paging.ts";
import { bookingDoc, bookings, stores } from "../booking.sql.ts";
import type { Booking } from "../types.ts";
import type { BookingFilters, BookingPlace } from "./list.rules.ts";

type ListInput = {
  readonly afterDate: string;
  readonly afterTime: string;
  readonly afterId: number;
  readonly to: string;
  /** PostgreSQL arrays as text: `{Seated}`, `{1,2}`. */
  readonly statuses: string | null;
  readonly stores: string | null;
  readonly matched: boolean | null;
  readonly customerId: number | null;
  readonly limit: number;
};

const inOrder = [asc(bookings.date), asc(bookings.time), asc(bookings.id)];

/** Returns SQL for a page of the bookings that meet the condition `store`. */
function listed(p: Parameters<ListInput>, store: SQL): SQL<readonly Booking[]> {
  return rowsOf(bookings, {
    where: [
      sql`(${bookings.date}, ${bookings.time}, ${bookings.id}) > (${p("afterDate")}, ${p("afterTime")}, ${p("afterId")})`,
      lte(bookings.date, p("to")),
      optional(p("statuses"), isAnyOf(bookings.status, p("statuses"))),
      optional(p("matched"), sql`(${bookings.customerId} is not null) = ${p("matched")}`),
      optional(p("customerId"), eq(bookings.customerId, p("customerId"))),
      store,
    ],
    orderBy: inOrder,
    limit: sql`${p("limit")}`,
  })
    .join(stores, eq(stores.id, bookings.storeId))
    .value(
      sql`coalesce(json_agg(${bookingDoc} order by ${sql.join(inOrder, sql`, `)}), '[]')`,
    ) as SQL<readonly Booking[]>;
}

/**
 * Lists the bookings of one store. If `list_bookings` had an optional store instead, PostgreSQL would not use
 * the index by store.
 */
const ofStore = heavyRead(
  "list_bookings_of_store",
  (p: Parameters<ListInput & { readonly storeId: number }>) => {
    const store = rowsOf(stores, { where: [eq(stores.id, p("storeId"))] });
    const page = listed(p, eq(bookings.storeId, p("storeId")));
    return sql<readonly Booking[] | null>`case when ${store.exists()} then ${page} end`;
  },
);

const ofMerchant = heavyRead("list_bookings", (p: Parameters<ListInput>) =>
  listed(p, optional(p("stores"), isAnyOf(bookings.storeId, p("stores")))),
);

/**
 * Reads at most `limit` bookings after `after`, in the order of their time. Returns null if the store in
 * `filters` does not exist.
 */
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
    stores: caller.stores && `{${caller.stores.join(",")}}`,
    matched: filters.matched,
    customerId: filters.customerId ?? null,
    limit,
  };
  return filters.store === null
    ? run(db, ofMerchant, values)
    : run(db, ofStore, { ...values, storeId: filters.store });
}

/** Returns the first `limit` rows as a page. One more row in `rows` means that there is a next page. */
export function pageOfBookings(rows: readonly Booking[], limit: number): Page<Booking> {
  const placed = rows.map((booking) => {
    const { date, time, id } = booking;
    return { ...booking, place: { key: `${date} ${time}`, id } };
  });
  return pageOf(placed, limit);
}
