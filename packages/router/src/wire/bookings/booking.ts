import {
  bookingStatuses,
  checkClaim,
  checkDay,
  checkPhone,
  checkTimeOfDay,
  type GuestsBooking,
} from "@stampbook/core/bookings";
import type { Refusal } from "@stampbook/core/failures";
import { forms, mostOf } from "@stampbook/core/limits";
import { z } from "zod";
import { reference } from "../fields.ts";
import { type Described, Problem, type Reader } from "../reading.ts";
import { idOf } from "../shown.ts";
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
export const timeOfDay = ruled(
  {
    pattern: forms.minute.source,
    description: "The time of day, `HH:MM`, in the store's time zone.",
  },
  checkTimeOfDay,
);

/** A phone number for the booking, local or international. The response repeats it as given. */
export const phone = ruled(
  { maxLength: mostOf.code, description: "A phone number, local or international." },
  checkPhone,
);

/** The guest's email or Member ID. A Member ID can also be a JSON number. */
export const claim: Reader<number | string, number | string> = {
  described: { ...reference.described, description: "The guest: an email or a Member ID." },
  trims: true,
  read: (value) => {
    const user = reference.read(value);
    const refusal = user instanceof Problem ? null : checkClaim(user);
    return refusal ? new Problem("invalid", refusal.message) : user;
  },
};

/** The fields of a booking in answers, each with its description. */
export const shown = {
  id: idOf("the booking"),
  store: idOf("the store"),
  date: z.iso.date().describe("The day, in the store's calendar."),
  time: z
    .string()
    .regex(/^[0-9]{2}:[0-9]{2}:[0-9]{2}$/)
    .describe("The time of day in the store's time zone, `HH:MM:SS`."),
  phone: z.string().describe("The phone number, as it was sent."),
  number_of_people: z.int().describe("How many people come."),
  status: z.enum(bookingStatuses).describe("The state of the booking."),
};

/** A booking as its guest sees it. The guest's email or Member ID is left out, because it is not verified. */
export const Booking = z
  .object({
    ...shown,
    link: z
      .url()
      .nullable()
      .describe(
        "A page on which the guest sees the booking and can cancel it, for whoever made the booking. Null if the merchant has none.",
      ),
  })
  .meta({ id: "BookingOfGuest", description: "A table that a guest requested, as guests see it." });

export function presentBooking(booking: GuestsBooking): z.input<typeof Booking> {
  return {
    id: booking.id,
    store: booking.storeId,
    date: booking.date,
    time: booking.time,
    phone: booking.phone,
    number_of_people: booking.numberOfPeople,
    status: booking.status,
    link: booking.link,
  };
}
