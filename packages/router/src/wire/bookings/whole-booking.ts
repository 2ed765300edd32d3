import { type BookingChange, type ShownBooking, transitions } from "@stampbook/core/bookings";
import { bookingMessageCodes, channels } from "@stampbook/core/messages";
import { z } from "zod";
import { ActorShown, presentActor } from "../history/actor.ts";
import { CustomerNamed } from "../history/record.ts";
import { secondsAt } from "../shown.ts";
import { secondsOf, secondsOrNull } from "../values.ts";
import { shown } from "./booking.ts";

const { status } = shown;

const Message = z
  .object({
    kind: z.enum(bookingMessageCodes).describe("The code of its template."),
    channel: z.enum(channels).describe("How it goes to the guest."),
    state: z
      .enum(["waiting", "sent", "dead"])
      .describe("Whether it waits, was sent, or will not be sent."),
    created: secondsAt("When it was written"),
  })
  .meta({ id: "BookingMessage", description: "A message to the guest of a booking." });

/** A booking as tokens with the scope `bookings` see it. Interface 3, section 2. */
export const WholeBooking = z
  .object({
    ...shown,
    phone: z.string().describe("The phone number, as it was entered. Empty if staff entered none."),
    store_code: z.string().describe("The code of the store."),
    store_name: z.string().describe("The name of the store."),
    user: z
      .string()
      .describe("As the guest gave it, never verified; or the name that staff entered."),
    customer: CustomerNamed.nullable().describe("The customer. Null if nobody is known."),
    notes: z.string().describe("A wish of the guest. May be empty."),
    revision: z.int().describe("The number of the booking's state, which each change raises."),
    next: z.array(status).describe("The states that it may take."),
    can_undo_until: secondsAt("Until when the last decision can be undone")
      .nullable()
      .describe(
        "Until when the last decision can be undone, in seconds since 1970, even if that is over. Null if it cannot.",
      ),
    created: secondsAt("When it was requested"),
    decided: secondsAt("When staff or a token changed it last")
      .nullable()
      .describe("When staff or a token changed it last, in seconds since 1970."),
    decided_by: ActorShown.nullable().describe("Who changed it last. Null if nobody did."),
    messages: z
      .array(Message)
      .describe("The messages to the guest, the oldest first, for 30 days after they were sent."),
  })
  .meta({ id: "Booking", description: "A table that a guest requested." });

/** A change of a booking. */
export const BookingChangeShown = z
  .object({
    revision: z.int().describe("The revision after the change."),
    status_before: status.describe("The state before."),
    status: status.describe("The state after."),
    fields: z
      .record(z.string(), z.array(z.unknown()).length(2))
      .describe("What else changed: each field with its value before and after."),
    by: ActorShown.describe("Who changed it."),
    over_capacity: z.boolean().describe("Whether it took more seats of a slot than the store has."),
    created: secondsAt("When it was changed"),
  })
  .meta({ id: "BookingChange", description: "A change of a booking." });

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
    can_undo_until: secondsOrNull(booking.canUndoUntil),
    created: secondsOf(booking.createdAt),
    decided: secondsOrNull(booking.decidedAt),
    decided_by: decidedBy && presentActor(decidedBy),
    messages: booking.messages.map(({ kind, channel, state, createdAt }) => ({
      kind,
      channel,
      state,
      created: secondsOf(createdAt),
    })),
  };
}

export function presentBookingChange(change: BookingChange): z.input<typeof BookingChangeShown> {
  const { revision, statusBefore, status, fields, by, isOverCapacity, createdAt } = change;
  return {
    revision,
    status_before: statusBefore,
    status,
    fields,
    by: presentActor(by),
    over_capacity: isOverCapacity,
    created: secondsOf(createdAt),
  };
}
