const WEEK = 7;
const DAY_MS = 86_400_000;

type Period = { readonly from: string; readonly to: string };

/** A period, and how many days it is before another one. */
type PeriodBefore = Period & { readonly daysBefore: number };

/**
 * The period with which a period of days (`YYYY-MM-DD`, both included) is compared: the same weekdays a
 * week before. For a period longer than a week it is the same number of days right before it, so that
 * no day is compared with itself.
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
