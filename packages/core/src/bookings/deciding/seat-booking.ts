import type { CoreContext } from "../../foundation/context.ts";
import type { Booking, BookingDecision } from "../types.ts";
import { decideBooking } from "./decide-booking.ts";

/**
 * Marks that the guests are seated, even after a no-show. Refuses a stale revision. Refuses a booking that is
 * already Seated, Completed or Canceled.
 */
export function seatBooking(ctx: CoreContext, decision: BookingDecision): Promise<Booking> {
  return decideBooking(ctx, "bookings.seat", decision, { to: "Seated" });
}
