import type { Outputs } from "../../rpc/client.ts";

export type StoreDay = Outputs["staff"]["bookings"]["hours"][number];
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

/** Returns the text of the spans, such as `10:00–14:00, 18:00–22:00`. */
export const spansText = (spans: readonly Span[]) =>
  spans.map(({ from, to }) => `${from}–${to}`).join(", ");
