import type { CoreContext } from "../../foundation/context.ts";
import type { Booking, BookingDecision } from "../types.ts";
import { decideBooking } from "./decide-booking.ts";

/**
 * Cancels a booking, because the guests do not come or the store has no table. Refuses a stale revision, and
 * a booking that is neither Requested nor Confirmed.
 */
export function cancelBooking(ctx: CoreContext, decision: BookingDecision): Promise<Booking> {
  return decideBooking(ctx, "bookings.cancel", decision, { to: "Canceled" });
}
