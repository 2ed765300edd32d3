import type { Refusal } from "../../foundation/failures.ts";
import { findOverlap, type Hours } from "./opening-hours.rules.ts";

/** A day on which other hours apply than on its weekday. Without hours the store is closed. */
export type SpecialDay = {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** The spans that begin on this day. */
  readonly hours: Hours[string];
  /** What day it is, such as Christmas. May be empty. */
  readonly name: string;
};

/** The first day, or span of a day, that cannot be saved, by its place in the list. Null if all can. */
export function findWrongDay(
  days: readonly SpecialDay[],
): { readonly path: readonly (string | number)[]; readonly isTwice: boolean } | null {
  for (const [place, { date, hours }] of days.entries()) {
    if (days.findIndex((day) => day.date === date) < place)
      return { path: [place, "date"], isTwice: true };
    const late = findOverlap({ 1: hours });
    if (late) return { path: [place, "hours", late.at], isTwice: false };
  }
  return null;
}

/** Refuses a day that is listed twice, and overlapping spans of a day. Null if all can be saved. */
export function checkSpecialDays(days: readonly SpecialDay[]): Refusal | null {
  const wrong = findWrongDay(days);
  if (!wrong) return null;
  const field = `specialDays.${wrong.path.join(".")}`;
  return wrong.isTwice
    ? { code: "invalid", field, message: "This day is listed twice.", rule: "a day is listed once" }
    : {
        code: "invalid",
        field: `${field}.from`,
        message: "These hours overlap with others.",
        rule: "no two spans of a day overlap",
      };
}

/** The days by date, their keys always in the same order, so that they can be compared as text. */
export const inOrder = (days: readonly SpecialDay[]) =>
  days
    .map(({ date, hours, name }) => ({
      date,
      hours: hours.map(({ from, to }) => ({ from, to })),
      name,
    }))
    .sort((one, other) => (one.date < other.date ? -1 : 1));
