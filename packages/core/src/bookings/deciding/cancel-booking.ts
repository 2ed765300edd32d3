import type { CoreContext } from "../../context.ts";
import type { Booking, BookingDecision } from "../types.ts";
import { decideBooking } from "./decide-booking.ts";

/**
 * Cancels a booking: the guests do not come, or the store has no table. Refuses a stale revision, and a
 * booking whose guests are seated.
 */
export function cancelBooking(ctx: CoreContext, decision: BookingDecision): Promise<Booking> {
  return decideBooking(ctx, "bookings.cancel", decision, { to: "Canceled" });
}
