import type { CoreContext } from "../../foundation/context.ts";
import type { Booking, BookingDecision } from "../types.ts";
import { decideBooking } from "./decide-booking.ts";

/**
 * Confirms that the store expects the guests. Refuses a stale revision, and a booking that is not
 * Requested.
 */
export function confirmBooking(ctx: CoreContext, decision: BookingDecision): Promise<Booking> {
  return decideBooking(ctx, "bookings.confirm", decision, { to: "Confirmed" });
}
