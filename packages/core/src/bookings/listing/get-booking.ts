import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { checkAccess } from "../deciding/decide-booking.rules.ts";
import type { Booking } from "../types.ts";
import { selectBooking } from "./getting.sql.ts";

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
