/** Returns today's date in a time zone, `YYYY-MM-DD`. */
export function todayIn(timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(new Date());
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** Adds days to a date, `YYYY-MM-DD`. Time zones do not matter. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Returns the Monday of a day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

export function isDay(text: string): boolean {
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Returns the wall clock in a zone, `YYYY-MM-DD HH:MM:SS`. */
export function nowIn(timeZone: string): string {
  const time = new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "medium" });
  return `${todayIn(timeZone)} ${time.format(new Date())}`;
}
