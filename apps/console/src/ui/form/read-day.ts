const isoDay = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;

/** Returns the order in which a locale writes a date: `["month", "day", "year"]` in English. */
function orderIn(locale: string) {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: "UTC" }).formatToParts(0);
  return parts.map(({ type }) => type).filter((type) => type !== "literal");
}

/** Returns the number of the month whose name begins with this text, 1 to 12; 0 for none. */
function monthNamed(text: string, locale: string): number {
  const { format } = new Intl.DateTimeFormat(locale, { timeZone: "UTC", month: "long" });
  const names = Array.from({ length: 12 }, (_, month) => format(Date.UTC(2000, month)));
  return names.findIndex((name) => name.toLowerCase().startsWith(text.toLowerCase())) + 1;
}

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1000 ? date.toISOString().slice(0, 10) : null;
}

/**
 * Returns a typed date as `YYYY-MM-DD`: `2026-11-28`, a locale's own order of numbers, or a month's name with
 * a day and a year. Null if it is none of these, or if there is no such day.
 */
export function readDay(text: string, locale: string): string | null {
  const iso = isoDay.exec(text.trim());
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const parts = text.split(/[\s,./-]+/).filter(Boolean);
  if (parts.length !== 3) return null;
  const name = parts.find((part) => /^\p{L}{3,}$/u.test(part));
  if (name !== undefined) {
    const numbers = parts.filter((part) => part !== name).map(Number);
    return dayOf(Math.max(...numbers), monthNamed(name, locale), Math.min(...numbers));
  }
  const order = orderIn(locale);
  const number = (type: string) => Number(parts[order.indexOf(type as "day")]);
  return dayOf(number("year"), number("month"), number("day"));
}
