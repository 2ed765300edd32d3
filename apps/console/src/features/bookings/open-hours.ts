import type { Outputs } from "../../rpc/client.ts";

type Hours = Outputs["staff"]["bookings"]["hours"];
export type StoreDay = Hours["days"][number];
export type Slots = NonNullable<Hours["slots"]>;
type Span = NonNullable<StoreDay["hours"]>[number];

export const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));

const isOverMidnight = ({ from, to }: Span) => to <= from;

/**
 * Returns the hours of a day, "00" to "23", that are at least partly open. A span of the day before may
 * run past midnight. Null if the store is always open.
 */
export function openHoursOf(day: StoreDay, before: StoreDay | undefined): Set<string> | null {
  if (!day.hours) return null;
  const late = before?.hours?.filter(isOverMidnight) ?? [];
  const isOpen = (hour: string) =>
    day.hours?.some(
      (span) => span.from <= `${hour}:59` && (isOverMidnight(span) || span.to > `${hour}:00`),
    ) || late.some(({ to }) => to > `${hour}:00`);
  return new Set(HOURS.filter(isOpen));
}

/** Returns the hours that a day shows: from the first that is open or has a booking to the last one. */
export function shownHours(open: ReadonlySet<string> | null, booked: ReadonlySet<string>) {
  const marked = HOURS.filter((hour) => open?.has(hour) || booked.has(hour));
  const [first = "", last = ""] = [marked[0], marked.at(-1)];
  return HOURS.filter((hour) => hour >= first && hour <= last);
}

/** Returns the times, `HH:MM`, at which the slots of an hour begin. */
export const slotsIn = (hour: string, { minutes }: Slots) =>
  Array.from({ length: 60 / minutes }, (_, index) => {
    const minute = String(index * minutes).padStart(2, "0");
    return `${hour}:${minute}`;
  });

/** Whether a time of day, `HH:MM:SS`, is in the slot that begins at `start`, `HH:MM`. */
export function isInSlot(time: string, start: string, { minutes }: Slots): boolean {
  const minute = Number(time.slice(3, 5)) - Number(start.slice(3));
  return time.slice(0, 2) === start.slice(0, 2) && minute >= 0 && minute < minutes;
}

/** Returns the text of the spans, such as `10:00–14:00, 18:00–22:00`. */
export const spansText = (spans: readonly Span[]) =>
  spans.map(({ from, to }) => `${from}–${to}`).join(", ");
