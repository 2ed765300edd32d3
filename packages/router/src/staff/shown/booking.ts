import { type Booking, bookingStatuses, transitions } from "@stampbook/core/bookings";
import { bookingMessageCodes, channels } from "@stampbook/core/messages";
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
  canUndoUntil: z.string().nullable(),
  messages: listOf(
    z.object({
      kind: z.enum(bookingMessageCodes),
      channel: z.enum(channels),
      state: z.enum(["waiting", "sent", "dead"]),
      createdAt: z.string(),
      nextAttemptAt: z.string(),
      endedAt: z.string().nullable(),
      lastError: z.string().nullable(),
    }),
  ),
});

/** A booking with the statuses it may change to. */
export const ShownBooking = FoundBooking.extend({ next: listOf(status) });

/** A booking with what was changed, by whom, the oldest change first. */
export const ShownBookingWithChanges = ShownBooking.extend({
  /** The channel on which the guest would hear of a cancel now. Null if no message would be sent. */
  cancelChannel: z.enum(channels).nullable(),
  changes: listOf(
    z.object({
      revision: z.int(),
      statusBefore: status,
      status,
      /** Each changed field before and after, by the names of the interface. */
      fields: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
      by: ShownActor,
      /** Whether it took more seats of a slot than the store has. */
      isOverCapacity: z.boolean(),
      createdAt: z.string(),
    }),
  ),
});

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
export function showBooking<Of extends Booking>(booking: Of) {
  return { ...booking, next: transitions[booking.status] };
}
