import { mostOf } from "@stampbook/core/limits";
import type { z } from "zod";
import { checkFields } from "../check-fields.ts";
import { optional, Problem } from "../reading.ts";
import { day } from "../sale/day.ts";
import { moment } from "../sale/moment.ts";

/** The parameters of a period. */
export const periodFields = {
  date: optional(day).describe("A business day, in place of `from` and `to`."),
  from: optional(moment).describe("The beginning of the period, included. ISO 8601."),
  to: optional(moment).describe(
    `The end of the period, not included, at most ${mostOf.periodDays} days later. ISO 8601; now by default.`,
  ),
};

const needed = new Problem("required", "A date, from or invoice_number is expected.");
const fromNeeded = new Problem("required", "This field is required.");
const eitherOne = new Problem("invalid", "Either date, or from and to, are expected.");
const within = new Problem(
  "invalid",
  `A time after from is expected, at most ${mostOf.periodDays} days later.`,
);
const LONGEST = mostOf.periodDays * 86_400_000;

/**
 * Checks the period of an input with `periodFields`, `invoice_number` and `cursor`. Interface 3, section 1. A
 * later page may end more than 31 days after `from`, because time passes between two pages.
 */
export const withPeriod = <Shape extends z.ZodRawShape>(input: z.ZodObject<Shape>) =>
  checkFields(input, ({ date, from, to, invoice_number: invoiceNumber, cursor }) => {
    if (date !== null && (from !== null || to !== null)) return { date: eitherOne };
    if (date === null && from === null && invoiceNumber === null) return { date: needed };
    if (from === null && to !== null) return { from: fromNeeded };
    return isWithin(from, to, cursor === null) ? {} : { to: within };
  });

/** Whether a period is short enough. One without `to` lasts until now, which only its first page checks. */
function isWithin(from: unknown, to: unknown, isFirst: boolean): boolean {
  if (typeof from !== "string") return true;
  if (typeof to === "string") {
    const length = Date.parse(to) - Date.parse(from);
    return length >= 0 && length <= LONGEST;
  }
  return to !== null || !isFirst || Date.now() - Date.parse(from) <= LONGEST;
}
