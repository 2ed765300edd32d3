import { sql } from "drizzle-orm";
import type { Db } from "../types.ts";

/** How many rows a database has, and how new they are. */
export type DatabaseContents = {
  readonly merchants: number;
  readonly customers: number;
  readonly sales: number;
  readonly redemptions: number;
  /** When the newest row was written, as ISO text, and how many seconds ago. Null without rows. */
  readonly newest: string | null;
  readonly newestS: number | null;
};

/** Tables in which each kind of daily work writes a row. */
const written = [
  "customers",
  "transactions",
  "redemptions",
  "stamp_entries",
  "bookings",
  "audit_entries",
  "security_events",
];

/** Makes the planner's statistics, which a restored database lacks. */
export async function analyze(db: Db): Promise<void> {
  await db.execute(sql`analyze`);
}

/** Counts the rows of all merchants, and finds the newest. Reads whole tables. */
export async function lookAtContents(db: Db): Promise<DatabaseContents> {
  const times = written.map((table) => `(select max(created_at) from ${table})`).join(", ");
  const [found] = await db
    .select({
      merchants: sql<number>`(select count(*)::float8 from merchants)`,
      customers: sql<number>`(select count(*)::float8 from customers)`,
      sales: sql<number>`(select count(*)::float8 from transactions)`,
      redemptions: sql<number>`(select count(*)::float8 from redemptions)`,
      newest: sql<string | null>`to_json(newest) #>> '{}'`,
      newestS: sql<number | null>`extract(epoch from clock_timestamp() - newest)::float8`,
    })
    .from(sql`(select greatest(${sql.raw(times)}) as newest) as times`);
  if (!found) throw new Error("A database answers select with a row.");
  return found;
}
