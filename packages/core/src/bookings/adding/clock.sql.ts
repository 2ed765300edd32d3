import { now, type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";

const { stores } = schema;

const soon = sql`(${now} + interval '5 seconds') at time zone ${stores.timezone}`;

const clock = read("clock_of_store", (p: Parameters<{ readonly storeId: number }>) =>
  rowsOf(stores, { where: [eq(stores.id, p("storeId"))] }).one({
    date: sql<string>`to_char(${soon}, 'YYYY-MM-DD')`,
    time: sql<string>`to_char(${soon}, 'HH24:MI')`,
  }),
);

/**
 * Returns the day and the minute of a store's clock, five seconds ahead: the minute must not have passed when a
 * booking for it is judged. Null if the merchant has no such store.
 */
export function readClock(
  { db, caller, clockOffsetMs: offsetMs }: CoreContext,
  storeId: number,
): Promise<{ readonly date: string; readonly time: string } | null> {
  return run(db, clock, { storeId, ...{ merchantId: caller.merchant.id, offsetMs } });
}
