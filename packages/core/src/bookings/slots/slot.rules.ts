import type { BookingStatus, BookingWish } from "../types.ts";

/** The people of a booking with any other status count in its slot. */
export const uncounted: readonly BookingStatus[] = ["Canceled", "No-show"];

/** What a booking needs of a slot. */
export type Wish = Pick<BookingWish, "time" | "numberOfPeople">;

/** The words for a slot that has too few seats left. They have no figures, because guests read them too. */
export const isFull = ({ time, numberOfPeople }: Wish) => ({
  field: "time",
  message: `${time} is full for ${numberOfPeople} ${numberOfPeople === 1 ? "person" : "people"}`,
  rule: "the slot has room for all people",
});
