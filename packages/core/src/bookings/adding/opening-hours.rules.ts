import type { Refusal } from "../../failures.ts";
import type { OpeningHours, Span } from "../types.ts";

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
 * Checks that the store is open at that time. A store without opening hours is always open. The minute `to`
 * is no longer part of a span. The refusal's `field` is `date` if the store has no spans on that weekday,
 * else `time`.
 */
export function checkOpeningHours(
  store: { readonly name: string; readonly openingHours: OpeningHours | null },
  at: { readonly date: string; readonly time: string },
): Refusal | null {
  const { name, openingHours } = store;
  if (!openingHours) return null;
  const weekday = weekdayOf(at.date);
  const spans = openingHours[weekday] ?? [];
  const evening = openingHours[weekday === 1 ? 7 : weekday - 1] ?? [];
  if (spans.some((span) => opensIn(span, at.time))) return null;
  if (evening.some((span) => runsOnTo(span, at.time))) return null;
  const day = weekdays[weekday - 1];
  const open = spans.map(({ from, to }) => `from ${from} to ${to}`).join(" and ");
  return {
    code: "invalid",
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

/** Returns whether a span that starts on the same day contains the time. */
function opensIn({ from, to }: Span, time: string): boolean {
  return from <= time && (time < to || to <= from);
}

/** Returns whether a span that starts on the day before continues past midnight and contains the time. */
function runsOnTo({ from, to }: Span, time: string): boolean {
  return to <= from && time < to;
}
