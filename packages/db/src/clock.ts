import { type Placeholder, type SQL, sql } from "drizzle-orm";

const p = sql.placeholder;

/** The database's time plus an offset, for a query of a transaction. A `Statement` uses `now`. */
export const nowPlus = (offsetMs: number | Placeholder): SQL =>
  sql`(clock_timestamp() + ${offsetMs}::double precision * interval '1 millisecond')`;

/**
 * The database's time plus the context's offset. PostgreSQL evaluates the expression at each use, so the time
 * is correct even after a wait for a lock.
 */
export const now: SQL = nowPlus(p("offsetMs"));

/**
 * Wraps a moment in a subquery, which PostgreSQL evaluates once. Without the subquery PostgreSQL evaluates
 * the moment for each row, and uses no index.
 */
export const once = (moment: SQL): SQL => sql`(select ${moment})`;

/** A query that returns one row with one column, `now`: the database's time plus the context's offset. */
export const clockArm: SQL = sql`select clock_timestamp()
  + ${p("offsetMs")}::double precision * interval '1 millisecond' as now`;
