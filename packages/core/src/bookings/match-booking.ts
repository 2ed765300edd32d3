import type { CoreContext } from "../context.ts";
import type { Identifier } from "../customers/index.ts";
import { decideBooking } from "./decide-booking.ts";
import type { Booking, BookingDecision } from "./types.ts";

/** `user`: any form of identifier. */
export type MatchBookingInput = BookingDecision & { readonly user: Identifier };

/** Says which customer a booking is of, whatever its status. Refuses a stale revision and invalid_user. */
export function matchBooking(ctx: CoreContext, input: MatchBookingInput): Promise<Booking> {
  return decideBooking(ctx, "bookings.match", input, { match: true }, input.user);
}
