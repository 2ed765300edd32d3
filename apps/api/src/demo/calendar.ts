export const DAY_MS = 86_400_000;

/** The days of the demo's life before today: eight weeks. */
export const DAYS_OF_LIFE = 56;

/** Adds days to a date, `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the number of days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** Returns the weekday of a date: 0 (Monday) to 6 (Sunday). */
export function weekdayOf(date: string): number {
  return (new Date(date).getUTCDay() + 6) % 7;
}

/** Returns the date of a moment in Jakarta, where the merchant is. Indonesia has no daylight saving time. */
export function dateInJakarta(moment: number): string {
  return new Date(moment + 7 * 3_600_000).toISOString().slice(0, 10);
}

/** Returns the moment, in ms, at which all stores have closed on a date. */
export function closingOf(date: string): number {
  return Date.parse(`${date}T14:30:00Z`);
}

/** Returns the dates of the demo's life, from the first to today. */
export function datesUntil(today: string): readonly string[] {
  return Array.from({ length: DAYS_OF_LIFE + 1 }, (_, day) => addDays(today, day - DAYS_OF_LIFE));
}
