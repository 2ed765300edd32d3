import type { CoreContext } from "../../foundation/context.ts";
import type { Booking, BookingDecision } from "../types.ts";
import { decideBooking } from "./decide-booking.ts";

/** Marks that the guests have left. Refuses a stale revision, and a booking that is not Seated. */
export function completeBooking(ctx: CoreContext, decision: BookingDecision): Promise<Booking> {
  return decideBooking(ctx, "bookings.complete", decision, { to: "Completed" });
}
