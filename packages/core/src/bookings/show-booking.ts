import type { CoreContext } from "../foundation/context.ts";
import { Failure } from "../foundation/failures.ts";
import { showChanged, showCustomers } from "../people/customers/index.ts";
import { getBooking } from "./listing/get-booking.sql.ts";
import type { Booking, BookingWithChanges } from "./types.ts";

/** A booking as tokens see it: the customer's name is null without the scope `members`. */
export type ShownBooking<Of extends Booking = Booking> = Omit<Of, "customer"> & {
  readonly customer: { readonly id: number; readonly name: string | null } | null;
};

/**
 * Returns a booking with its changes as the token may see it, and counts its customer as shown. Throws as
 * `getBooking` does, and `too_many_attempts`.
 */
export async function showBooking(
  ctx: CoreContext,
  id: number,
): Promise<ShownBooking<BookingWithChanges>> {
  const booking: ShownBooking<BookingWithChanges> = await getBooking(ctx, id);
  const [shown = booking] = await showCustomers(ctx, [booking]);
  return shown;
}

/**
 * Waits for a change of a booking, and returns the booking as the token may see it. So is the booking in a
 * refusal for a stale revision.
 */
export async function showDecided(
  ctx: CoreContext,
  deciding: Promise<Booking>,
): Promise<ShownBooking> {
  try {
    const booking: ShownBooking = await deciding;
    return await showChanged(ctx, booking);
  } catch (error) {
    if (!(error instanceof Failure && error.refusal.current)) throw error;
    const current = await showChanged(ctx, error.refusal.current as ShownBooking);
    throw new Failure({ ...error.refusal, current });
  }
}
