import { bookingStatuses, readBookings, showBooking } from "@stampbook/core/bookings";
import { mostOf } from "@stampbook/core/limits";
import { z } from "zod";
import * as sample from "../../document/sample-bookings.ts";
import { operation } from "../../trpc.ts";
import {
  BookingChangeShown,
  presentBookingChange,
  presentWholeBooking,
  WholeBooking,
} from "../../wire/bookings/whole-booking.ts";
import { checkFields, type FieldsRead } from "../../wire/check-fields.ts";
import { choice } from "../../wire/choices.ts";
import { id, reference, storeRef } from "../../wire/fields.ts";
import { NextPage, pageFields, placeOf, presentNext } from "../../wire/history/cursor.ts";
import { noneIfEmpty, repeated } from "../../wire/lines.ts";
import { optional, Problem, required } from "../../wire/reading.ts";
import { day } from "../../wire/sale/day.ts";
import { moment } from "../../wire/sale/moment.ts";

/** One booking with its changes. Interface B3. */
export const details = operation
  .meta({
    summary: "Shows a booking with its changes (B3)",
    example: {
      body: { booking_id: 1 },
      answer: { booking: sample.booking, changes: [] },
    },
    scope: "bookings",
    failures: { booking_not_found: [], too_many_attempts: "__all__" },
    rest: { path: "/api/v2/bookings/details", operationId: "bookingDetails", methods: ["GET"] },
  })
  .input(z.object({ booking_id: required(id).describe("The id of the booking.") }))
  .output(
    z.object({
      booking: WholeBooking,
      changes: z.array(BookingChangeShown).describe("Its changes, the oldest first."),
    }),
  )
  .query(async ({ ctx, input }) => {
    const booking = await showBooking(ctx.coreFor(input), input.booking_id);
    return {
      booking: presentWholeBooking(booking),
      changes: booking.changes.map(presentBookingChange),
    };
  });

const needed = new Problem("required", "A date, from or changed_since is expected.");
const fromNeeded = new Problem("required", "This field is required.");
const onlyOne = new Problem(
  "invalid",
  "Either date, or from and to, or changed_since is expected.",
);
const within = new Problem(
  "invalid",
  `A day from \`from\` on is expected, at most ${mostOf.bookingDays} days later.`,
);
const DAY = 86_400_000;

/** Checks which days the input names. Interface 3, B2. */
function checkDays({ date, from, to, changed_since: since }: FieldsRead) {
  const isPeriod = from !== null || to !== null;
  if (date === null && !isPeriod && since === null) return { date: needed };
  if (date !== null && (isPeriod || since !== null)) return { date: onlyOne };
  if (since !== null && isPeriod) return { changed_since: onlyOne };
  if (from === null && to !== null) return { from: fromNeeded };
  if (typeof from !== "string" || typeof to !== "string") return {};
  const days = (Date.parse(to) - Date.parse(from)) / DAY;
  return days >= 0 && days <= mostOf.bookingDays ? {} : { to: within };
}

/** The last day of a period that names none. */
const lastDay = (from: string) =>
  new Date(Date.parse(from) + mostOf.bookingDays * DAY).toISOString().slice(0, 10);

/** A place by the time of the visit, in the form of a cursor's moment, and back. */
const asMoment = (key: string) => `${key.replace(" ", "T")}Z`;
const asVisit = (key: string) => key.replace("T", " ").replace("Z", "");

/** The bookings of a store and day, of some days, or those that changed. Interface B2. */
export const list = operation
  .meta({
    summary: "Lists bookings by day, or by change (B2)",
    example: {
      body: { store: 32, date: "2030-11-21", status: ["Requested"] },
      answer: { bookings: [sample.booking], has_next: false, next_cursor: null },
    },
    scope: "bookings",
    failures: { invalid_store: "store", invalid_user: "user", too_many_attempts: "__all__" },
    rest: { path: "/api/v2/bookings", operationId: "listBookings", methods: ["GET"] },
  })
  .input(
    checkFields(
      z.object({
        store: optional(storeRef),
        date: optional(day).describe("The day of the visit."),
        from: optional(day).describe("The first day of the visit."),
        to: optional(day).describe(
          `The last day of the visit, at most ${mostOf.bookingDays} days after \`from\`; that day by default.`,
        ),
        changed_since: optional(moment).describe(
          "Bookings that were made or changed from this time on, in the order of their changes.",
        ),
        status: optional(repeated(choice(bookingStatuses), bookingStatuses.length)).describe(
          "Only bookings in these states.",
        ),
        user: optional(reference).describe("Only bookings of this customer."),
        ...pageFields,
      }),
      checkDays,
    ),
  )
  .output(z.object({ bookings: z.array(WholeBooking).describe("The bookings."), ...NextPage }))
  .query(async ({ ctx, input }) => {
    const { store, user, date, changed_since: changedSince, per_page: limit } = input;
    const from = date ?? input.from;
    const place = placeOf("bookings.list", input);
    const isByVisit = changedSince === null;
    const page = await readBookings(ctx.coreFor(input), {
      ...{ store, user, from, changedSince, limit },
      to: date ?? input.to ?? (from && lastDay(from)),
      statuses: noneIfEmpty(input.status),
      after: place && isByVisit ? { ...place, key: asVisit(place.key) } : place,
    });
    const { next } = page;
    const shown =
      next && isByVisit ? { ...page, next: { ...next, key: asMoment(next.key) } } : page;
    return {
      bookings: page.items.map(presentWholeBooking),
      ...presentNext("bookings.list", input, shown),
    };
  });
