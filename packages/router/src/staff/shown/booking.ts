import { type Booking, bookingStatuses, transitions } from "@stampbook/core/bookings";
import { z } from "zod";
import { listOf, ShownActor, ShownNamed } from "./named.ts";

const status = z.enum(bookingStatuses);

/** A booking as searches show it. */
export const FoundBooking = z.object({
  id: z.int(),
  store: ShownNamed,
  user: z.string(),
  customer: ShownNamed.nullable(),
  date: z.string(),
  time: z.string(),
  phone: z.string(),
  numberOfPeople: z.int(),
  notes: z.string().nullable(),
  status,
  revision: z.int(),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
  decidedBy: ShownActor.nullable(),
});

/** A booking with the statuses it may change to. */
export const ShownBooking = FoundBooking.extend({ next: listOf(status) });

/** A new booking, for the person who made it. */
export const ShownAddedBooking = z.object({
  id: z.int(),
  storeId: z.int(),
  date: z.string(),
  time: z.string(),
  phone: z.string(),
  numberOfPeople: z.int(),
  status,
});

/** Adds the statuses that the booking may change to. */
export function showBooking(booking: Booking) {
  return { ...booking, next: transitions[booking.status] };
}
