import type { CoreContext } from "../../foundation/context.ts";
import type { Identifier } from "../../people/customers/index.ts";
import type { Booking, BookingDecision } from "../types.ts";
import { decideBooking } from "./decide-booking.ts";

/** The booking, the revision that the caller saw, and any identifier of the customer. */
type MatchBookingInput = BookingDecision & { readonly user: Identifier };

/** Matches a booking in any status with a customer. Refuses a stale revision and `invalid_user`. */
export function matchBooking(ctx: CoreContext, input: MatchBookingInput): Promise<Booking> {
  return decideBooking(ctx, "bookings.match", input, { match: input.user });
}
