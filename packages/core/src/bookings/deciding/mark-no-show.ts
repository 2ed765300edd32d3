import type { CoreContext } from "../../foundation/context.ts";
import type { Booking, BookingDecision } from "../types.ts";
import { decideBooking } from "./decide-booking.ts";

/**
 * Marks that the guests did not come. Refuses a stale revision, and a booking whose time has not come yet.
 * Refuses a booking that is neither Requested nor Confirmed.
 */
export function markNoShow(ctx: CoreContext, decision: BookingDecision): Promise<Booking> {
  return decideBooking(ctx, "bookings.markNoShow", decision, { to: "No-show" });
}
