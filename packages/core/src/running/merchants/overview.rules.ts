const WEEK = 7;
const DAY_MS = 86_400_000;

type Period = { readonly from: string; readonly to: string };

/** A period before another one. `daysBefore` is the number of days between the two starts. */
type PeriodBefore = Period & { readonly daysBefore: number };

/**
 * Returns the earlier period with which to compare a period. Days are `YYYY-MM-DD`, and both are included.
 * For up to a week: the same weekdays one week before. For a longer period: the same number of days directly
 * before it, so that the two periods do not overlap.
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
