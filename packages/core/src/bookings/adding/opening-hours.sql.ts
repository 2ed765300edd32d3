import { schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { SpecialDay } from "../../running/merchants/index.ts";

/** The store of a statement, `s`. */
export const s = alias(schema.stores, "s");

/** What the store has for a date instead of its weekday's hours, as JSON. */
export const specialDayOn = (date: SQL) => sql<SpecialDay | null>`(
          select d.day from jsonb_array_elements(${s.specialDays}) as d (day)
          where d.day->>'date' = to_char(${date}, 'YYYY-MM-DD'))`;

/** Whether a span `h` of the store's opening hours that starts on the date `day` meets `holds`. */
const hasSpan = (day: SQL, holds: SQL) => sql`exists (
          select 1 from jsonb_array_elements(coalesce(${specialDayOn(day)} -> 'hours',
            ${s.openingHours} -> extract(isodow from ${day})::text)) as h
          where ${holds})`;
const [opens, closes] = [sql`h->>'from'`, sql`h->>'to'`];
const isOverMidnight = sql`${closes} <= ${opens}`;

/** Whether the store is open at a time of a date. A span of the day before may run past midnight. */
export function isOpen({ date, time }: Readonly<Record<"date" | "time", SQL>>): SQL {
  const minute = sql`to_char(${time}, 'HH24:MI')`;
  return sql`${s.openingHours} is null and ${specialDayOn(date)} is null
        or ${hasSpan(date, sql`${opens} <= ${minute} and (${minute} < ${closes} or ${isOverMidnight})`)}
        or ${hasSpan(sql`${date} - 1`, sql`${isOverMidnight} and ${minute} < ${closes}`)}`;
}
