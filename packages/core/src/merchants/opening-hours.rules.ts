import type { Refusal } from "../failures.ts";

/** Spans by weekday, "1" (Monday) to "7"; a weekday without any is closed. */
export type Hours = Readonly<
  Record<string, readonly { readonly from: string; readonly to: string }[]>
>;

const DAY = 24 * 60;
const WEEK = 7 * DAY;

/**
 * Whether no two spans hold the same minute, in a week that begins anew after Sunday. A span whose end
 * is not after its start runs over midnight (`bookings/opening-hours.rules.ts`).
 */
export function checkHours(hours: Hours | null): Refusal | null {
  const spans = Object.entries(hours ?? {})
    .flatMap(([weekday, ofDay]) =>
      ofDay.map((span, at) => ({ ...placeOf(Number(weekday), span), place: `${weekday}.${at}` })),
    )
    .sort((a, b) => a.start - b.start);
  const late = spans.find(({ start, place }, at) => {
    const before = spans.at(at - 1);
    if (!before || before.place === place) return false;
    // before the first of the week comes its last
    return start + (at === 0 ? WEEK : 0) < before.start + before.minutes;
  });
  return late
    ? {
        code: "invalid",
        field: `openingHours.${late.place}.from`,
        message: "These hours overlap with others.",
        rule: "no two spans of opening hours overlap",
      }
    : null;
}

/** Minutes since Monday began, and how many the span has: up to a whole day. */
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
