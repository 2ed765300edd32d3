import { cancelByLink as cancelBooking, getBookingByLink } from "@stampbook/core/bookings";
import { mostOf } from "@stampbook/core/limits";
import { z } from "zod";
import * as sample from "../../document/sample-bookings.ts";
import { countedOperation } from "../../trpc.ts";
import { BookingOfLink, presentLinkedBooking } from "../../wire/bookings/linked-booking.ts";
import { text } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";

const Input = z.object({
  token: required(text(mostOf.code)).describe("What stands after the `#` of the guest's link."),
});
const Answer = z.object({ booking: BookingOfLink });

const booking = {
  id: 1,
  date: "2030-11-21",
  time: "19:30:00",
  number_of_people: 4,
  status: "Requested",
  can_cancel: true,
  cancel_until: "2030-11-21T12:30:00Z",
  store: {
    name: "Kopi Kemang",
    address: "Jl Kemang Raya 1",
    phone: "+62217190000",
    timezone: "Asia/Jakarta",
  },
  merchant: { name: "My Merchant", language: "id" },
};

/** An operation for whoever has the link. It is never a GET, because addresses stand in logs. */
const byToken = countedOperation("booking links");
const meta = {
  open: true,
  failures: { booking_not_found: [], booking_too_late: "token" },
} as const;

/** Shows a booking to its guest. Interface B12. */
export const byLink = byToken
  .meta({
    ...meta,
    summary: "Shows a booking to its guest (B12)",
    example: { body: { token: sample.linkToken }, answer: { booking } },
    rest: { path: "/api/bookings/by-link", operationId: "bookingByLink" },
  })
  .input(Input)
  .output(Answer)
  .mutation(async ({ ctx, input }) => ({
    booking: presentLinkedBooking(await getBookingByLink(ctx.core, input.token)),
  }));

/** Cancels a booking in the name of its guest. Interface B13. */
export const cancelByLink = byToken
  .meta({
    ...meta,
    summary: "Cancels a booking in the name of its guest (B13)",
    example: {
      body: { token: sample.linkToken },
      answer: { booking: { ...booking, status: "Canceled", can_cancel: false } },
    },
    rest: { path: "/api/bookings/cancel-by-link", operationId: "cancelBookingByLink" },
  })
  .input(Input)
  .output(Answer)
  .mutation(async ({ ctx, input }) => {
    const { core, onReplay } = ctx;
    return {
      booking: presentLinkedBooking(await cancelBooking({ ...core, onReplay }, input.token)),
    };
  });
