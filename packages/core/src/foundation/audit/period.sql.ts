import { now, once, type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { asc, type Column, desc, eq, type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";
import type { Sort } from "../paging.ts";

const p = sql.placeholder;
const { stores } = schema;

const zone = read("zone_of_store", (p: Parameters<{ readonly storeId: number }>) =>
  rowsOf(stores, { where: [eq(stores.id, p("storeId"))] }).value(
    sql<string>`to_json(${stores.timezone})`,
  ),
);

/** Returns the time zone of a period's days: the store's if `storeId` is not null, else the merchant's. */
export async function zoneOfPeriod(ctx: CoreContext, storeId: number | null): Promise<string> {
  const { merchant } = ctx.caller;
  const own = storeId && (await run(ctx.db, zone, { merchantId: merchant.id, storeId }));
  return own || merchant.timezone;
}

/**
 * Returns the condition that a moment is in the days `from` through `to`, in the time zone `timezone`. All
 * three are parameters of the statement. If `from` or `to` is null, the period is open at that end.
 * PostgreSQL computes the bounds once, so it can use an index on the moment.
 */
export function inPeriod(moment: SQL): SQL {
  return sql`(${moment} >= coalesce(${p("from")}::date::timestamp at time zone ${p("timezone")}::text, '-infinity')
    and ${moment} < coalesce((${p("to")}::date + 1)::timestamp at time zone ${p("timezone")}::text, 'infinity'))`;
}

/**
 * A period as tokens name it: a day of each store, `YYYY-MM-DD`, or the moments from `from` on and before
 * `to`, or before now if `to` is null. If all three are null: the last days of each store, `DAYS_BACK`.
 */
export type SentPeriod = {
  readonly date: string | null;
  readonly from: string | null;
  readonly to: string | null;
};

/** How many days a list goes back if it has no period, as a cancel by an invoice number does. */
const DAYS_BACK = sql.raw("7");

/**
 * Returns the condition that a row is in a `SentPeriod`, whose fields are parameters of the statement, and so
 * is `offsetMs`. `day` is the row's business day, and `zone` the time zone of its store. A store's day begins
 * up to 14 hours before the same day in UTC, and ends up to 12 hours after it. So the bounds of the moment
 * include the whole day of every store, and let PostgreSQL use an index on the moment.
 */
export function inSentPeriod(moment: SQL, day: SQL, zone: SQL): SQL {
  const date = sql`${p("date")}::date`;
  const from = sql`${p("from")}::timestamptz`;
  return sql`(${moment} >= coalesce(${from}, (${date} - 1)::timestamp at time zone 'UTC',
      ${once(sql`${now} - (${DAYS_BACK} + 2) * interval '1 day'`)})
    and ${moment} < coalesce(${p("to")}::timestamptz, (${date} + 2)::timestamp at time zone 'UTC',
      case when ${from} is null then 'infinity' else ${once(now)} end)
    and case when ${from} is not null then true when ${date} is not null then ${day} = ${date}
      else ${day} >= (${once(now)} at time zone ${zone})::date - ${DAYS_BACK} end)`;
}

/** Returns the condition that a row comes after `afterKey`, `afterId` in a list sorted oldest first. */
function isNewer(moment: SQL, id: SQL): SQL {
  return sql`(${moment}, ${id}) > (coalesce(${p("afterKey")}::timestamptz, '-infinity'), ${p("afterId")}::bigint)`;
}

/**
 * Returns the condition that a row comes after `afterKey`, `afterId` in a list that is sorted newest first.
 */
export function isOlder(moment: SQL, id: SQL): SQL {
  return sql`(${moment}, ${id}) < (coalesce(${p("afterKey")}::timestamptz, 'infinity'), ${p("afterId")}::bigint)`;
}

/** Returns the condition that a row comes after the previous page, and the order by time and id. */
export function sortedByTime(sort: Sort, moment: Column | SQL, id: Column) {
  const [isAfter, direction] = sort === "oldest" ? [isNewer, asc] : [isOlder, desc];
  return {
    isAfter: isAfter(sql`${moment}`, sql`${id}`),
    orderBy: [direction(moment), direction(id)],
  };
}
