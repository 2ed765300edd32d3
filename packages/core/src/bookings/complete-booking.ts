import type { CoreContext } from "../context.ts";
import { decideBooking } from "./decide-booking.ts";
import type { Booking, BookingDecision } from "./types.ts";

/** Marks that the guests have left. Refuses a stale revision, and a booking whose guests were not seated. */
export function completeBooking(ctx: CoreContext, decision: BookingDecision): Promise<Booking> {
  return decideBooking(ctx, "bookings.complete", decision, { to: "Completed" });
}
