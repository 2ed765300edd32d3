import { addBooking, MOST_PEOPLE } from "@stampbook/core/bookings";
import { mostOf } from "@stampbook/core/limits";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { linkToken } from "../../document/sample-bookings.ts";
import { idempotencyOf } from "../../idempotency.ts";
import { countedOperation } from "../../trpc.ts";
import {
  Booking,
  claim,
  day,
  phone,
  presentBooking,
  timeOfDay,
} from "../../wire/bookings/booking.ts";
import { id, text, wholeNumber } from "../../wire/fields.ts";
import { optional, required } from "../../wire/reading.ts";

/**
 * Requests a table. Anyone may call it, so calls are counted per address before their input is read.
 * Interface B1.
 */
export const add = countedOperation("bookings")
  .meta({
    summary: "Asks for a table at a store (B1)",
    example: {
      body: {
        ...sample.who,
        date: "2030-11-21",
        time: "19:30",
        phone: "081239871234",
        number_of_people: 4,
        notes: "By the window",
      },
      answer: {
        booking: {
          id: 1,
          store: 32,
          date: "2030-11-21",
          time: "19:30:00",
          phone: "081239871234",
          number_of_people: 4,
          status: "Requested",
          link: `https://stamps.example.com/booking#${linkToken}`,
        },
      },
    },
    rest: { path: "/api/bookings/add", operationId: "addBooking" },
    open: true,
    idempotent: true,
    failures: { invalid_store: "store" },
    failureBody: "validation_errors",
  })
  .input(
    z.object({
      user: required(claim),
      store: required(id).describe("The id of the store."),
      date: required(day).describe("The day, in the store's calendar."),
      time: required(timeOfDay),
      phone: required(phone),
      number_of_people: required(wholeNumber(1, MOST_PEOPLE)).describe("How many people come."),
      notes: optional(text(mostOf.notes)).describe("A wish of the guest."),
    }),
  )
  .output(z.object({ booking: Booking }))
  .mutation(async ({ ctx, input }) => {
    const { core, idempotencyKey: key, onReplay } = ctx;
    // a key counts only for calls from the same network address, so guests elsewhere cannot get the response
    // or use up the key
    const call = { operation: "bookings.add", input, onReplay, of: ctx.address };
    const keyed = key === undefined ? {} : { idempotency: idempotencyOf(core, { key, ...call }) };
    const { number_of_people: numberOfPeople, ...wish } = input;
    const booking = await addBooking(
      { ...core, ...keyed, address: ctx.address },
      { ...wish, numberOfPeople },
    );
    return { booking: presentBooking(booking) };
  });
