import type { SpecialDay } from "../../running/merchants/special-days.rules.ts";
import type { BookingWish, OpeningHours } from "../types.ts";

/** A store at the moment of a call, with its settings for bookings. */
export type BookingStore = {
  readonly id: number;
  readonly name: string;
  /** The current day in the store's zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** The current time in the store's zone, `HH:MM:SS`. */
  readonly time: string;
  /** Null if there is no limit. */
  readonly largestParty: number | null;
  /** Null if no hours are set. The store then accepts every time. */
  readonly openingHours: OpeningHours | null;
  /** What the store has for the day of the booking instead of its weekday's hours. */
  readonly specialDay: SpecialDay | null;
};

type Time = Pick<BookingWish, "date" | "time">;

/** The words for a time before the current minute of the store's clock. */
export function hasPassed({ name, today, ...store }: BookingStore, { date, time }: Time) {
  const now = `${today} ${store.time.slice(0, 5)}`;
  return {
    field: date < today ? "date" : "time",
    message: `This is in the past: at ${name} it is ${now}`,
    rule: "time has not passed in the store's calendar",
    expected: `from ${now}`,
    found: `${date} ${time}`,
  };
}

/** The words for a time that daylight saving skips: the store's clock never shows it on that day. */
export const isSkipped = ({ date, time }: Time) => ({
  field: "time",
  message: `${time} does not exist on ${date}: the clocks go forward.`,
  rule: "the store's clock shows the time",
  found: `${date} ${time}`,
});

/** The words for a party above the store's largest. */
export const isTooLarge = (
  { name, largestParty }: Pick<BookingStore, "name" | "largestParty">,
  people: number,
  field: string,
) => ({
  field,
  message: `${name} seats at most ${largestParty} people together`,
  rule: "party is not larger than the store's largest",
  expected: `at most ${largestParty}`,
  found: String(people),
});
