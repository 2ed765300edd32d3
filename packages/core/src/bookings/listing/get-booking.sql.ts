import { type Parameters, read, rowsOf, run } from "@stampbook/db";
import { eq } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { bookingDoc, bookings, stores } from "../booking.sql.ts";
import { checkAccess } from "../deciding/decide-booking.rules.ts";
import type { Booking } from "../types.ts";

const find = read("find_booking", (p: Parameters<{ readonly bookingId: number }>) =>
  rowsOf(bookings, { where: [eq(bookings.id, p("bookingId"))] })
    .join(stores, eq(stores.id, bookings.storeId))
    .value(bookingDoc),
);

/** Reads the booking with this id. Returns null if the merchant has no such booking. */
function selectBooking(ctx: CoreContext, bookingId: number): Promise<Booking | null> {
  return run(ctx.db, find, { merchantId: ctx.caller.merchant.id, bookingId });
}

/**
 * Returns a booking. Throws `booking_not_found`. Throws `permission_denied` if the caller may not handle
 * bookings, or may not act in the booking's store.
 */
export async function getBooking(ctx: CoreContext, id: number): Promise<Booking> {
  const booking = await selectBooking(ctx, id);
  const hidden = checkAccess(booking, ctx.caller);
  if (hidden) throw new Failure(hidden);
  if (!booking) throw new TypeError("a booking that may be seen is there");
  return booking;
}
