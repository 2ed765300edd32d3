import type { Booking } from "../types.ts";

/**
 * The words for a booking that may not be changed, or not its day, time or store: a Seated one has those
 * behind it.
 */
export const cannotBeChanged = ({ status }: Booking) => ({
  field: "status",
  message:
    status === "Seated"
      ? "A booking that is Seated keeps its day, time and store"
      : `A booking that is ${status} cannot be changed`,
  rule: "status allows the change",
  expected: "Requested or Confirmed; Seated for people, phone and notes",
  found: status,
});
