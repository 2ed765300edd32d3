import { isAnyOf, optional, type Parameters, read, rowsOf, run } from "@stampbook/db";
import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import type { Page, PageInput } from "../../foundation/paging.ts";
import { bookingDoc, bookings, stores } from "../booking.sql.ts";
import { mayHandleBookings, notForCaller } from "../deciding/decide-booking.rules.ts";
import type { Booking } from "../types.ts";
import { type BookingPlace, endOf } from "./list.rules.ts";
import { pageOfBookings } from "./list.sql.ts";

type ListInput = {
  readonly customerId: number;
  readonly beforeDate: string;
  readonly beforeTime: string;
  readonly beforeId: number;
  /** A PostgreSQL array as text: `{1,2}`. */
  readonly stores: string | null;
  readonly limit: number;
};

const latestFirst = [desc(bookings.date), desc(bookings.time), desc(bookings.id)];

const list = read(
  "list_bookings_of_customer",
  (p: Parameters<ListInput>) =>
    rowsOf(bookings, {
      where: [
        eq(bookings.customerId, p("customerId")),
        sql`(${bookings.date}, ${bookings.time}, ${bookings.id}) < (${p("beforeDate")}, ${p("beforeTime")}, ${p("beforeId")})`,
        optional(p("stores"), isAnyOf(bookings.storeId, p("stores"))),
      ],
      orderBy: latestFirst,
      limit: sql`${p("limit")}`,
    })
      .join(stores, eq(stores.id, bookings.storeId))
      .value(
        sql`coalesce(json_agg(${bookingDoc} order by ${sql.join(latestFirst, sql`, `)}), '[]')`,
      ) as SQL<readonly Booking[]>,
);

/** Reads at most `limit` bookings of a customer before `before`, in the caller's stores, latest first. */
function selectBookingsOfCustomer(
  ctx: CoreContext,
  customerId: number,
  before: BookingPlace,
  limit: number,
): Promise<readonly Booking[]> {
  const { merchant, stores } = ctx.caller;
  return run(ctx.db, list, {
    merchantId: merchant.id,
    customerId,
    beforeDate: before.date,
    beforeTime: before.time,
    beforeId: before.id,
    stores: stores && `{${stores.join(",")}}`,
    limit,
  });
}

/**
 * Returns a page of a customer's bookings in the caller's stores, latest first. Refuses a caller who may not
 * handle bookings.
 */
export async function listBookingsOfCustomer(
  ctx: CoreContext,
  input: { readonly customerId: number } & PageInput,
): Promise<Page<Booking>> {
  if (!mayHandleBookings(ctx.caller)) throw new Failure(notForCaller);
  const { customerId, after, limit } = input;
  const rows = await selectBookingsOfCustomer(ctx, customerId, endOf(after), limit + 1);
  return pageOfBookings(rows, limit);
}
