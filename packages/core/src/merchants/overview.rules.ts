const WEEK = 7;
const DAY_MS = 86_400_000;

type Period = { readonly from: string; readonly to: string };

/** A period, and how many days before another it lies. */
type PeriodBefore = Period & { readonly daysBefore: number };

/**
 * What a period of days (`YYYY-MM-DD`, both included) is compared with: the same weekdays a week
 * before; where it is longer than a week, as many days right before it, for a day must not be
 * compared with itself.
 */
export function periodBefore({ from, to }: Period): PeriodBefore {
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const days = Math.max(WEEK, length);
  return { from: dayBefore(from, days), to: dayBefore(to, days), daysBefore: days };
}

function dayBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}
