import type { OpeningHours } from "../types.ts";

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
 * The words for a time at which the store is not open. `field` is `date` if the store has no spans on that
 * weekday, else `time`.
 */
export function isClosed(
  { name, openingHours }: { readonly name: string; readonly openingHours: OpeningHours | null },
  at: { readonly date: string; readonly time: string },
) {
  const weekday = weekdayOf(at.date);
  const spans = openingHours?.[weekday] ?? [];
  const day = weekdays[weekday - 1];
  const open = spans.map(({ from, to }) => `from ${from} to ${to}`).join(" and ");
  return {
    field: open ? "time" : "date",
    message: open ? `${name} is open ${open} on ${day}` : `${name} is closed on ${day}`,
    rule: "store is open then",
    expected: open || "another day",
    found: `${at.date} ${at.time}`,
  };
}

/** Returns the weekday of a date `YYYY-MM-DD`: 1 (Monday) to 7 (Sunday). */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}
