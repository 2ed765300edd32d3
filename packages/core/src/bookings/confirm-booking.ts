import type { CoreContext } from "../context.ts";
import { decideBooking } from "./decide-booking.ts";
import type { Booking, BookingDecision } from "./types.ts";

/** Tells that the store expects them. Refuses a stale revision, and what is not Requested. */
export function confirmBooking(ctx: CoreContext, decision: BookingDecision): Promise<Booking> {
  return decideBooking(ctx, "bookings.confirm", decision, { to: "Confirmed" });
}
