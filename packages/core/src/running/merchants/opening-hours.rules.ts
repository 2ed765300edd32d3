import type { Refusal } from "../../foundation/failures.ts";

/** Spans of opening hours by weekday, "1" (Monday) to "7" (Sunday). A weekday without spans is closed. */
export type Hours = Readonly<
  Record<string, readonly { readonly from: string; readonly to: string }[]>
>;

const DAY = 24 * 60;
const WEEK = 7 * DAY;

/** Refuses opening hours with overlapping spans, on the field of the later span. Null if no spans overlap. */
export function checkHours(hours: Hours | null): Refusal | null {
  const late = findOverlap(hours ?? {});
  return (
    late && {
      code: "invalid",
      field: `openingHours.${late.weekday}.${late.at}.from`,
      message: "These hours overlap with others.",
      rule: "no two spans of opening hours overlap",
    }
  );
}

/**
 * Returns the first span that begins before the previous span ends. Monday follows Sunday. A span whose end
 * is not after its start ends on the next day (`bookings/adding/opening-hours.rules.ts`).
 */
export function findOverlap(hours: Hours): { weekday: string; at: number } | null {
  const spans = Object.entries(hours)
    .flatMap(([weekday, ofDay]) =>
      ofDay.map((span, at) => ({ ...placeOf(Number(weekday), span), weekday, at })),
    )
    .sort((a, b) => a.start - b.start);
  const late = spans.find(({ start }, place) => {
    const before = spans.at(place - 1);
    // for the first span of the week, `before` is the last span, as a span of the previous week
    return before && start + (place === 0 ? WEEK : 0) < before.start + before.minutes;
  });
  return late ? { weekday: late.weekday, at: late.at } : null;
}

/** Returns the span's start in minutes of the week, and its length in minutes, at most one day. */
function placeOf(weekday: number, { from, to }: Hours[string][number]) {
  const start = minuteOf(from);
  return {
    start: (weekday - 1) * DAY + start,
    minutes: (minuteOf(to) - start + DAY) % DAY || DAY,
  };
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
