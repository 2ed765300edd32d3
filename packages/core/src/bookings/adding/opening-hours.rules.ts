import type { BookingStore } from "./booking.rules.ts";

const weekdays = [
  "Mondays",
  "Tuesdays",
  "Wednesdays",
  "Thursdays",
  "Fridays",
  "Saturdays",
  "Sundays",
];

/**
 * The words for a time at which the store is not open. `field` is `date` if no span begins on that day, else
 * `time`.
 */
export function isClosed(
  { name, openingHours, specialDay }: Pick<BookingStore, "name" | "openingHours" | "specialDay">,
  at: { readonly date: string; readonly time: string },
) {
  const weekday = weekdayOf(at.date);
  const spans = specialDay?.hours ?? openingHours?.[weekday] ?? [];
  const special = specialDay && `${at.date}${specialDay.name && ` (${specialDay.name})`}`;
  const day = special ?? weekdays[weekday - 1];
  const open = spans.map(({ from, to }) => `from ${from} to ${to}`).join(" and ");
  const closed = special ? `The store is closed on ${special}.` : `${name} is closed on ${day}`;
  return {
    field: open ? "time" : "date",
    message: open ? `${name} is open ${open} on ${day}` : closed,
    rule: "store is open then",
    expected: open || "another day",
    found: `${at.date} ${at.time}`,
  };
}

/** Returns the weekday of a date `YYYY-MM-DD`: 1 (Monday) to 7 (Sunday). */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}
