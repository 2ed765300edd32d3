import { type SQL, sql } from "drizzle-orm";

const p = sql.placeholder;

/**
 * The database's time plus the context's offset. PostgreSQL evaluates the expression at each use, so the time
 * is correct even after a wait for a lock.
 */
export const now: SQL = sql`(clock_timestamp() + ${p("offsetMs")}::double precision * interval '1 millisecond')`;

/**
 * Wraps a moment in a subquery, which PostgreSQL evaluates once. Without the subquery PostgreSQL evaluates
 * the moment for each row, and uses no index.
 */
export const once = (moment: SQL): SQL => sql`(select ${moment})`;

/** A query that returns one row with one column, `now`: the database's time plus the context's offset. */
export const clockArm: SQL = sql`select clock_timestamp()
  + ${p("offsetMs")}::double precision * interval '1 millisecond' as now`;
