import { type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import { type Actor, actorDoc } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { bookingDoc, bookings, stores } from "../booking.sql.ts";
import { checkAccess } from "../deciding/decide-booking.rules.ts";
import type { BookingChange, BookingStatus, BookingWithChanges } from "../types.ts";

const { bookingChanges: changes } = schema;
const status = (column: typeof changes.status | typeof changes.statusBefore) =>
  sql<BookingStatus>`${column}`;

const find = read("find_booking", (p: Parameters<{ readonly bookingId: number }>) =>
  rowsOf(bookings, { where: [eq(bookings.id, p("bookingId"))] })
    .join(stores, eq(stores.id, bookings.storeId))
    .one({
      booking: bookingDoc,
      changes: rowsOf(changes, {
        where: [eq(changes.bookingId, bookings.id)],
        orderBy: [asc(changes.revision)],
      }).list({
        revision: changes.revision,
        statusBefore: status(changes.statusBefore),
        status: status(changes.status),
        fields: sql<BookingChange["fields"]>`${changes.fields}`,
        isOverCapacity: changes.isOverCapacity,
        by: actorDoc(sql`${changes.changedBy}`) as SQL<Actor>,
        createdAt: changes.createdAt,
      }),
    }),
);

/** Reads the booking with this id. Returns null if the merchant has no such booking. */
async function selectBooking(
  ctx: CoreContext,
  bookingId: number,
): Promise<BookingWithChanges | null> {
  const found = await run(ctx.db, find, { merchantId: ctx.caller.merchant.id, bookingId });
  return found && { ...found.booking, changes: found.changes };
}

/**
 * Returns a booking with its changes. Throws `booking_not_found`. Throws `permission_denied` if the caller may not handle
 * bookings, or may not act in the booking's store.
 */
export async function getBooking(ctx: CoreContext, id: number): Promise<BookingWithChanges> {
  const booking = await selectBooking(ctx, id);
  const hidden = checkAccess(booking, ctx.caller);
  if (hidden) throw new Failure(hidden);
  if (!booking) throw new TypeError("a booking that may be seen is there");
  return booking;
}
