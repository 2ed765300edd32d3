import { forms, mostOf } from "@stampbook/core/limits";
import { findOverlap, findWrongDay, type Hours, type SpecialDay } from "@stampbook/core/merchants";
import { z } from "zod";
import { day, expects, text } from "./fields.ts";

const minute = z.string(expects("a time, HH:MM")).regex(forms.minute, "must be a time, HH:MM");
const spans = z
  .array(z.strictObject({ from: minute, to: minute }, expects("an object")), expects("a list"))
  .max(mostOf.spans, `has at most ${mostOf.spans} entries`)
  .default([]);

/** Opening hours by weekday, from 1 to 7. A store is closed on a missing weekday. */
export const openingHours = z
  .strictObject(
    { 1: spans, 2: spans, 3: spans, 4: spans, 5: spans, 6: spans, 7: spans },
    expects("an object"),
  )
  .superRefine((hours, issues) => {
    const late = findOverlap(hours);
    if (!late) return;
    const path = [late.weekday, late.at];
    issues.addIssue({ code: "custom", path, message: "overlaps with other hours" });
  });

/** Days on which other hours apply than on their weekday. */
export const specialDays = z
  .array(
    z.strictObject(
      { date: day, hours: spans, name: text(mostOf.name).default("") },
      expects("an object"),
    ),
    expects("a list"),
  )
  .max(mostOf.specialDays, `has at most ${mostOf.specialDays} entries`)
  .superRefine((days, issues) => {
    const wrong = findWrongDay(days);
    if (!wrong) return;
    const message = wrong.isTwice ? "is listed twice" : "overlaps with other hours";
    issues.addIssue({ code: "custom", path: [...wrong.path], message });
  })
  .default([]);

export const presentSpecialDays = (days: readonly SpecialDay[]) =>
  days.map(({ date, hours, name }) => ({
    date,
    hours: hours.map(({ from, to }) => ({ from, to })),
    name,
  }));

/** The opening hours as an export writes them: all weekdays, in order. */
export function presentHours(hours: Hours) {
  const days = ["1", "2", "3", "4", "5", "6", "7"];
  const spansOf = (day: string) => (hours[day] ?? []).map(({ from, to }) => ({ from, to }));
  return Object.fromEntries(days.map((day) => [day, spansOf(day)]));
}
