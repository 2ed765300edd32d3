import { changeBooking, MOST_PEOPLE, showDecided } from "@stampbook/core/bookings";
import { mostOf } from "@stampbook/core/limits";
import { z } from "zod";
import { operation } from "../../trpc.ts";
import { day, phone, timeOfDay } from "../../wire/bookings/booking.ts";
import { presentWholeBooking } from "../../wire/bookings/whole-booking.ts";
import { checkFields } from "../../wire/check-fields.ts";
import { storeRef, text, wholeNumber } from "../../wire/fields.ts";
import { optional, Problem } from "../../wire/reading.ts";
import { Answer, changed, changing, ignoreCapacity, seen } from "./decide.ts";

const fields = {
  date: optional(day).describe("The new day, in the store's calendar."),
  time: optional(timeOfDay).describe("The new time of day, `HH:MM`, in the store's time zone."),
  number_of_people: optional(wholeNumber(1, MOST_PEOPLE)).describe("How many people come."),
  store: optional(storeRef).describe("The new store: its id or its code."),
  phone: optional(phone),
  notes: optional({ ...text(mostOf.notes), keepsEmpty: true }).describe(
    "A wish of the guest. Empty text takes it away.",
  ),
};

const oneNeeded = new Problem(
  "required",
  "A date, time, number_of_people, store, phone or notes is expected.",
);

/** Moves a booking, or changes its party, phone or notes. Interface B4. */
export const change = operation
  .meta({
    ...changing,
    summary: "Changes a booking (B4)",
    example: {
      body: { id: 1, revision: 1, time: "20:00" },
      answer: { booking: { ...changed("Requested"), time: "20:00:00" } },
    },
    failures: { ...changing.failures, invalid_store: "store", booking_slot_full: "time" },
    rest: { path: "/api/v2/bookings/change", operationId: "changeBooking" },
  })
  .input(
    checkFields(z.object({ ...seen, ...fields, ignore_capacity: ignoreCapacity }), (read) =>
      Object.keys(fields).every((name) => read[name] === null) ? { date: oneNeeded } : {},
    ),
  )
  .output(Answer)
  .mutation(async ({ ctx, input }) => {
    const { number_of_people: numberOfPeople, ignore_capacity: ignoreCapacity, ...rest } = input;
    const core = ctx.coreFor(input);
    const moving = changeBooking(core, { ...rest, numberOfPeople, ignoreCapacity });
    return { booking: presentWholeBooking(await showDecided(core, moving)) };
  });
