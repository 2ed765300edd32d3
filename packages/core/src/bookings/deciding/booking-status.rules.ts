import type { Booking, BookingStatus } from "../types.ts";

/**
 * The allowed transitions. Guests marked as a no-show may come late, and can still be seated. Completed and
 * Canceled are final.
 */
export const transitions: Readonly<Record<BookingStatus, readonly BookingStatus[]>> = {
  Requested: ["Confirmed", "Seated", "Canceled", "No-show"],
  Confirmed: ["Seated", "Canceled", "No-show"],
  Seated: ["Completed"],
  Completed: [],
  Canceled: [],
  "No-show": ["Seated"],
};

/** A decision to one of these statuses can be undone, within `bookingUndoMinutes`. */
export const undoable: readonly BookingStatus[] = ["Seated", "Completed", "Canceled", "No-show"];

/** The words for a booking whose last change cannot be undone. */
export const nothingToUndo = (minutes: number) => ({
  field: "id",
  message: `There is nothing to undo: only the last decision to ${undoable.slice(0, -1).join(", ")} or ${undoable.at(-1)} can be, within ${minutes} minute(s) of it.`,
  rule: "the last change is a decision that can be undone",
  expected: `a decision of the last ${minutes} minute(s)`,
});

/** The words for a booking that may not change from one status to another. */
export const cannotBecome = (from: BookingStatus, to: string | null) => ({
  field: "status",
  message: `A booking that is ${from} cannot become ${to}`,
  rule: "status follows the transition table",
  expected: transitions[from].join(", ") || "nothing, it is final",
  found: String(to),
});

/** The words for a no-show before the booking's time. `now` is the store's local time. */
export const isTooEarly = ({ date, time }: Booking, now: string) => ({
  field: "status",
  message: "The booking's time has not come yet",
  rule: "a no-show's time has come",
  expected: `from ${date} ${time}`,
  found: now,
});
