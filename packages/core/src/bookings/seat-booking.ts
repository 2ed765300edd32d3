import type { CoreContext } from "../context.ts";
import { decideBooking } from "./decide-booking.ts";
import type { Booking, BookingDecision } from "./types.ts";

/** They have come and sit; those marked as not having come may still. Refuses a stale revision. */
export function seatBooking(ctx: CoreContext, decision: BookingDecision): Promise<Booking> {
  return decideBooking(ctx, "bookings.seat", decision, { to: "Seated" });
}
