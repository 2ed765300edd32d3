import { heavyRead, isAnyOf, json, optional, type Parameters, rowsOf, run } from "@stampbook/db";
import { asc, eq, sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import { type Page, type PageInput, pageOf } from "../../foundation/paging.ts";
import { bookingDoc, bookings, stores } from "../booking.sql.ts";
import type { Booking } from "../types.ts";
import type { BookingFilters } from "./list.rules.ts";

type ListInput = {
  readonly afterTime: string;
  readonly afterId: number;
  /** PostgreSQL arrays as text: `{Seated}`, `{1,2}`. */
  readonly statuses: string | null;
  readonly stores: string | null;
  readonly storeId: number | null;
  readonly customerId: number | null;
  readonly limit: number;
};

/** When the booking was made or changed last. The index `bookings_changed` has this expression. */
const changedAt = sql`coalesce(${bookings.decidedAt}, ${bookings.createdAt})`;

const list = heavyRead("list_changed_bookings", (p: Parameters<ListInput>) =>
  rowsOf(bookings, {
    where: [
      sql`(${changedAt}, ${bookings.id}) > (${p("afterTime")}::timestamptz, ${p("afterId")})`,
      optional(p("statuses"), isAnyOf(bookings.status, p("statuses"))),
      optional(p("stores"), isAnyOf(bookings.storeId, p("stores"))),
      optional(p("storeId"), eq(bookings.storeId, p("storeId"))),
      optional(p("customerId"), eq(bookings.customerId, p("customerId"))),
    ],
    orderBy: [changedAt, asc(bookings.id)],
    limit: sql`${p("limit")}`,
  })
    .join(stores, eq(stores.id, bookings.storeId))
    .list({
      booking: bookingDoc,
      place: json({ key: sql<string>`${changedAt}`, id: bookings.id }),
    }),
);

/** The filters of a list of changed bookings, without those of the visit's day. */
export type ChangedFilters = Pick<BookingFilters, "store" | "statuses" | "customerId"> & {
  /** A moment, included. */
  readonly since: string;
};

/** Reads a page of the bookings in the caller's stores that were made or changed since, the oldest change first. */
export async function selectChangedBookings(
  { caller, db }: CoreContext,
  { store, statuses, customerId = null, since }: ChangedFilters,
  { after, limit }: PageInput,
): Promise<Page<Booking>> {
  const rows = await run(db, list, {
    merchantId: caller.merchant.id,
    afterTime: after?.key ?? since,
    // ids start at 1, so the first page begins with `since` itself
    afterId: after?.id ?? 0,
    statuses: statuses && `{${statuses.join(",")}}`,
    stores: caller.stores && `{${caller.stores.join(",")}}`,
    storeId: store,
    customerId,
    limit: limit + 1,
  });
  return pageOf(
    rows.map(({ booking, place }) => ({ ...booking, place })),
    limit,
    "oldest",
  );
}
