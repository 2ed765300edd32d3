import { type Booking, transitions } from "@stampbook/core/bookings";

/** A booking with the statuses it may change to. */
export function showBooking(booking: Booking) {
  return { ...booking, next: transitions[booking.status] };
}
