import type { Refusal } from "../../failures.ts";
import type { BookingStatus } from "../types.ts";

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

/** Checks that a booking may change from one status to another. */
export function checkTransition(from: BookingStatus, to: BookingStatus): Refusal | null {
  const next = transitions[from];
  if (next.includes(to)) return null;
  return {
    code: "invalid",
    field: "status",
    message: `A booking that is ${from} cannot become ${to}`,
    rule: "status follows the transition table",
    expected: next.join(", ") || "nothing, it is final",
    found: to,
  };
}

/** Refuses a no-show before the booking's time. `now` is the store's local time, `YYYY-MM-DD HH:MM:SS`. */
export function checkTimeHasCome(
  { date, time }: { readonly date: string; readonly time: string },
  now: string,
): Refusal | null {
  if (`${date} ${time}` <= now) return null;
  return {
    code: "invalid",
    field: "status",
    message: "The booking's time has not come yet",
    rule: "a no-show's time has come",
    expected: `from ${date} ${time}`,
    found: now,
  };
}
