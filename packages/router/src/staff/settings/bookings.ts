import { bookingBounds } from "@stampbook/core/limits";
import { getBookingSettings, saveBookingSettings } from "@stampbook/core/merchants";
import { z } from "zod";
import { router, staffProcedure } from "../../trpc.ts";
import { whole } from "../fields.ts";

/** Missing fields stay unchanged. */
const Settings = z.object({
  bookingUndoMinutes: whole(...bookingBounds.bookingUndoMinutes).optional(),
  bookingLinks: z.boolean().optional(),
  bookingCancelMinutes: whole(...bookingBounds.bookingCancelMinutes).optional(),
  bookingReminderHours: whole(...bookingBounds.bookingReminderHours).nullish(),
});

const ShownSettings = z.object({
  bookingUndoMinutes: z.int(),
  bookingLinks: z.boolean(),
  bookingCancelMinutes: z.int(),
  bookingReminderHours: z.int().nullable(),
});

export const bookings = router({
  get: staffProcedure("manager")
    .output(ShownSettings)
    .query(({ ctx }) => getBookingSettings(ctx.desk)),
  save: staffProcedure("manager")
    .input(Settings)
    .output(ShownSettings)
    .mutation(({ ctx, input }) => saveBookingSettings(ctx.desk, input)),
});
