const calendars = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, moment: string): string {
  const calendar = calendars.get(timeZone) ?? calendarOf(timeZone);
  calendars.set(timeZone, calendar);
  return calendar.format(Date.parse(moment));
}

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("sv", { timeZone });
}

export const DAY_MS = 86_400_000;

/** Whether a day, `YYYY-MM-DD`, can be the day of a moment in some time zone: at most one day from UTC's. */
export function isDayOf(day: string, moment: string): boolean {
  return Math.abs(Date.parse(day) - Date.parse(dayIn("UTC", moment))) <= DAY_MS;
}
