import type { CoreContext } from "../context.ts";
import { decideBooking } from "./decide-booking.ts";
import type { Booking, BookingDecision } from "./types.ts";

/** They will not come, or the store has no table. Refuses a stale revision, and who is seated. */
export function cancelBooking(ctx: CoreContext, decision: BookingDecision): Promise<Booking> {
  return decideBooking(ctx, "bookings.cancel", decision, { to: "Canceled" });
}
