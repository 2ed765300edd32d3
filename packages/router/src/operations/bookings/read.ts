import { showBooking } from "@stampbook/core/bookings";
import { z } from "zod";
import * as sample from "../../document/sample-bookings.ts";
import { operation } from "../../trpc.ts";
import {
  BookingChangeShown,
  presentBookingChange,
  presentWholeBooking,
  WholeBooking,
} from "../../wire/bookings/whole-booking.ts";
import { id } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";

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
