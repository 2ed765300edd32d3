import { type Booking, transitions } from "@stampbook/core/bookings";

/** A booking with what it may become. */
export function showBooking(booking: Booking) {
  return { ...booking, next: transitions[booking.status] };
}
