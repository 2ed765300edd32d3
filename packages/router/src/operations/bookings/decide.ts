import {
  type BookingStatus,
  cancelBooking,
  completeBooking,
  confirmBooking,
  markNoShow,
  type ShownBooking,
  seatBooking,
  showDecided,
  transitions,
  undoable,
  undoBooking,
} from "@stampbook/core/bookings";
import { z } from "zod";
import * as sample from "../../document/sample-bookings.ts";
import type { OperationMeta } from "../../meta.ts";
import { operation } from "../../trpc.ts";
import { presentWholeBooking, WholeBooking } from "../../wire/bookings/whole-booking.ts";
import { flag, id, wholeNumber } from "../../wire/fields.ts";
import { required, withDefault } from "../../wire/reading.ts";

/** The booking to change, and the revision that the caller saw. */
export const seen = {
  id: required(id).describe("The id of the booking."),
  revision: required(wholeNumber(1, 1_000_000_000)).describe(
    "The revision that the caller saw. If the booking has another one, the call is refused.",
  ),
};

export const ignoreCapacity = withDefault(flag, false).describe(
  "Whether it may take more seats of its slot than are left. The booking's changes say so.",
);

/** What all operations that change a booking have in common. */
export const changing = {
  scope: "bookings",
  failures: { booking_not_found: [], stale_revision: "revision" },
  presentCurrent: (current) => ({ booking: presentWholeBooking(current as ShownBooking) }),
} as const satisfies Omit<OperationMeta, "rest">;

export const Answer = z.object({ booking: WholeBooking });

/** The sample booking after a change by the till. */
export const changed = (status: BookingStatus, revision = 2) => ({
  ...sample.booking,
  status,
  revision,
  next: [...transitions[status]],
  can_undo_until: undoable.includes(status) ? sample.undoUntil : null,
  decided: sample.now,
  decided_by: sample.till,
});

/** An operation that decides a booking by `decide`. Its example is of a booking with `revision`, on `date`. */
const deciding = (
  rest: { readonly path: `/api/v2/bookings/${string}`; readonly operationId: string },
  summary: string,
  decide: typeof confirmBooking,
  to: BookingStatus,
  { revision = 1, date = sample.booking.date } = {},
) =>
  operation
    .meta({
      ...changing,
      summary,
      example: {
        body: { id: 1, revision },
        answer: { booking: { ...changed(to, revision + 1), date } },
      },
      rest,
    })
    .input(z.object(seen))
    .output(Answer)
    .mutation(async ({ ctx, input }) => {
      const core = ctx.coreFor(input);
      return { booking: presentWholeBooking(await showDecided(core, decide(core, input))) };
    });

/** The store expects the guests. Interface B5. */
export const confirm = deciding(
  { path: "/api/v2/bookings/confirm", operationId: "confirmBooking" },
  "Confirms a booking (B5)",
  confirmBooking,
  "Confirmed",
);

/** The guests have come, even after a no-show. Interface B6. */
export const seat = deciding(
  { path: "/api/v2/bookings/seat", operationId: "seatBooking" },
  "Marks that the guests are seated (B6)",
  seatBooking,
  "Seated",
);

/** The guests have left. Interface B7. */
export const complete = deciding(
  { path: "/api/v2/bookings/complete", operationId: "completeBooking" },
  "Marks that the guests have left (B7)",
  completeBooking,
  "Completed",
  { revision: 2 },
);

/** The guests do not come, or the store has no table. Interface B8. */
export const cancel = operation
  .meta({
    ...changing,
    summary: "Cancels a booking (B8)",
    example: { body: { id: 1, revision: 1 }, answer: { booking: changed("Canceled") } },
    rest: { path: "/api/v2/bookings/cancel", operationId: "cancelBooking" },
  })
  .input(
    z.object({
      ...seen,
      notify: withDefault(flag, true).describe("Whether the guest gets a message about it."),
    }),
  )
  .output(Answer)
  .mutation(async ({ ctx, input }) => {
    const core = ctx.coreFor(input);
    return { booking: presentWholeBooking(await showDecided(core, cancelBooking(core, input))) };
  });

/** The guests did not come. Interface B9. */
export const noShow = deciding(
  { path: "/api/v2/bookings/no-show", operationId: "markNoShow" },
  "Marks that the guests did not come (B9)",
  markNoShow,
  "No-show",
  { date: "2026-11-21" },
);

/** Takes the last decision back. Interface B10. */
export const undo = operation
  .meta({
    ...changing,
    summary: "Undoes the last decision about a booking (B10)",
    example: {
      body: { id: 1, revision: 2 },
      answer: { booking: changed("Confirmed", 3) },
    },
    failures: { ...changing.failures, nothing_to_undo: "id", booking_slot_full: [] },
    rest: { path: "/api/v2/bookings/undo", operationId: "undoBooking" },
  })
  .input(z.object({ ...seen, ignore_capacity: ignoreCapacity }))
  .output(Answer)
  .mutation(async ({ ctx, input }) => {
    const core = ctx.coreFor(input);
    const { ignore_capacity: ignoreCapacity, ...decision } = input;
    const undone = undoBooking(core, { ...decision, ignoreCapacity });
    return { booking: presentWholeBooking(await showDecided(core, undone)) };
  });
