import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { mayHandleBookings, notForCaller } from "../deciding/decide-booking.rules.ts";
import type { Booking } from "../types.ts";
import { readBookingSearch } from "./booking-search.rules.ts";
import { selectBookingsMeant } from "./finding.sql.ts";

const MOST = 5;

/**
 * Finds bookings in the caller's stores by id, or by a part of the phone number, of the claim (the guest's
 * email, Member ID or name), or of the matched customer's name. Returns at most five: first the booking with
 * the id, on any day, then bookings from today on, then those of the seven days before today. Refuses a
 * caller who may not handle bookings.
 */
export async function findBookings(ctx: CoreContext, text: string): Promise<readonly Booking[]> {
  if (!mayHandleBookings(ctx.caller)) throw new Failure(notForCaller);
  const search = readBookingSearch(text);
  const isAsked = search.id !== null || search.phone !== null || search.words !== null;
  return isAsked ? selectBookingsMeant(ctx, search, MOST) : [];
}
