import {
  type BookingChange,
  bookingStatuses,
  type ShownBooking,
  transitions,
} from "@stampbook/core/bookings";
import { z } from "zod";
import { ActorShown, presentActor } from "../history/actor.ts";
import { secondsOf, secondsOrNull } from "../values.ts";
import { Booking } from "./booking.ts";

const status = z.enum(bookingStatuses);

/** A booking as tokens with the scope `bookings` see it. Interface 3, section 2. */
export const WholeBooking = Booking.extend({
  store_code: z.string(),
  store_name: z.string(),
  /** As the guest gave it, never verified; or the name that staff entered. */
  user: z.string(),
  /** The name is null for tokens without the scope `members`. */
  customer: z.object({ id: z.int(), name: z.string().nullable() }).nullable(),
  notes: z.string(),
  revision: z.int(),
  /** The statuses that it may take. */
  next: z.array(status),
  created: z.int(),
  /** When staff or a token changed it last. */
  decided: z.int().nullable(),
  decided_by: ActorShown.nullable(),
});

/** A change of a booking. */
export const BookingChangeShown = z.object({
  revision: z.int(),
  status_before: status,
  status,
  /** What else changed: each field before and after. */
  fields: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  by: ActorShown,
  created: z.int(),
});

export function presentWholeBooking(booking: ShownBooking): z.input<typeof WholeBooking> {
  const { store, customer, decidedBy } = booking;
  return {
    id: booking.id,
    store: store.id,
    date: booking.date,
    time: booking.time,
    phone: booking.phone,
    number_of_people: booking.numberOfPeople,
    status: booking.status,
    store_code: store.code,
    store_name: store.name,
    user: booking.user,
    customer: customer && { id: customer.id, name: customer.name },
    notes: booking.notes ?? "",
    revision: booking.revision,
    next: [...transitions[booking.status]],
    created: secondsOf(booking.createdAt),
    decided: secondsOrNull(booking.decidedAt),
    decided_by: decidedBy && presentActor(decidedBy),
  };
}

export function presentBookingChange(change: BookingChange): z.input<typeof BookingChangeShown> {
  const { revision, statusBefore, status, fields, by, createdAt } = change;
  return {
    revision,
    status_before: statusBefore,
    status,
    fields,
    by: presentActor(by),
    created: secondsOf(createdAt),
  };
}
