import {
  type AddedBooking,
  bookingStatuses,
  checkClaim,
  checkDay,
  checkPhone,
  checkTimeOfDay,
} from "@stampbook/core/bookings";
import type { Refusal } from "@stampbook/core/failures";
import { forms, mostOf } from "@stampbook/core/limits";
import { z } from "zod";
import { reference } from "../fields.ts";
import { type Described, Problem, type Reader } from "../reading.ts";
import { textProblem } from "../text.ts";

/** Reads a string that a rule of the core checks. The string stays unchanged. */
function ruled(described: Described, check: (text: string) => Refusal | null) {
  const reader: Reader<string, string> = {
    described: { type: "string", ...described },
    read: (value) => {
      const text = typeof value === "string" ? value : "";
      const refusal = check(text);
      return (
        textProblem(text, mostOf.code) ?? (refusal ? new Problem("invalid", refusal.message) : text)
      );
    },
  };
  return reader;
}

/** A day in the store's calendar. */
export const day = ruled({ format: "date" }, checkDay);

/** A time of day in the store's time zone. */
export const timeOfDay = ruled({ pattern: forms.minute.source }, checkTimeOfDay);

/** A phone number for the booking, local or international. The response repeats it as given. */
export const phone = ruled({ maxLength: mostOf.code }, checkPhone);

/** The guest's email or Member ID. A Member ID can also be a JSON number. */
export const claim: Reader<number | string, number | string> = {
  described: reference.described,
  trims: true,
  read: (value) => {
    const user = reference.read(value);
    const refusal = user instanceof Problem ? null : checkClaim(user);
    return refusal ? new Problem("invalid", refusal.message) : user;
  },
};

/** A booking as its guest sees it. The guest's email or Member ID is left out, because it is not verified. */
export const Booking = z.object({
  id: z.int(),
  store: z.int(),
  date: z.iso.date(),
  time: z.string().regex(/^[0-9]{2}:[0-9]{2}:[0-9]{2}$/),
  phone: z.string(),
  number_of_people: z.int(),
  status: z.enum(bookingStatuses),
});

export function presentBooking(booking: AddedBooking): z.input<typeof Booking> {
  return {
    id: booking.id,
    store: booking.storeId,
    date: booking.date,
    time: booking.time,
    phone: booking.phone,
    number_of_people: booking.numberOfPeople,
    status: booking.status,
  };
}
