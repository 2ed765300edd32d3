import { type SQL, sql } from "drizzle-orm";

const p = sql.placeholder;

/**
 * Whether a moment lies in the days `from` through `to` of the calendar `timezone`, three parameters;
 * a null one sets no bound. Bounds are computed once, so an index by the moment is walked from them.
 */
export function inPeriod(moment: SQL): SQL {
  return sql`(${moment} >= coalesce(${p("from")}::date::timestamp at time zone ${p("timezone")}::text, '-infinity')
    and ${moment} < coalesce((${p("to")}::date + 1)::timestamp at time zone ${p("timezone")}::text, 'infinity'))`;
}

/** Whether a row with this time and id comes behind the place `afterKey`, `afterId`, newest first. */
export function isOlder(moment: SQL, id: SQL): SQL {
  return sql`(${moment}, ${id}) < (coalesce(${p("afterKey")}::timestamptz, 'infinity'), ${p("afterId")}::bigint)`;
}
