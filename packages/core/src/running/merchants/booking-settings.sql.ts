import { schema } from "@stampbook/db";
import { someSettings } from "./some-settings.sql.ts";

const { merchants } = schema;

/** A merchant's settings for bookings. See decisions, section 7. */
export type BookingSettings = {
  /** Minutes after a decision during which it can be undone. */
  readonly bookingUndoMinutes: number;
  /** Whether guests get a link to their booking, by which they can cancel it. */
  readonly bookingLinks: boolean;
  /** Minutes before the booking's time at which its link cancels no more. */
  readonly bookingCancelMinutes: number;
  /** Hours before the booking's time at which its guest is reminded. Null: no reminders. */
  readonly bookingReminderHours: number | null;
};

export const { get: getBookingSettings, save: saveBookingSettings } = someSettings<BookingSettings>(
  "booking_settings",
  {
    bookingUndoMinutes: merchants.bookingUndoMinutes,
    bookingLinks: merchants.bookingLinks,
    bookingCancelMinutes: merchants.bookingCancelMinutes,
    bookingReminderHours: merchants.bookingReminderHours,
  },
  { action: "settings.bookings.save", subject: "bookings" },
);
