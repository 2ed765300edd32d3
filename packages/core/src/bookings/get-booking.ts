import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { checkAccess } from "./booking-decision.rules.ts";
import { loadBooking } from "./store.ts";
import type { Booking } from "./types.ts";

/**
 * One booking. Refuses booking_not_found, and permission_denied if it is in another store than the
 * caller's.
 */
export async function getBooking(ctx: CoreContext, id: number): Promise<Booking> {
  const { booking } = await loadBooking(ctx, id);
  const hidden = checkAccess(booking, ctx.caller);
  if (hidden) throw new Failure(hidden);
  if (!booking) throw new TypeError("a booking that may be seen is there");
  return booking;
}
