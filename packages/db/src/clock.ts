import { type SQL, sql } from "drizzle-orm";

const p = sql.placeholder;

/**
 * The database's time plus the context's offset. It is evaluated on each use, so it stays correct after
 * a wait for a lock.
 */
export const now: SQL = sql`(clock_timestamp() + ${p("offsetMs")}::double precision * interval '1 millisecond')`;

/**
 * A moment for comparison with rows, evaluated once. Without this, PostgreSQL assumes that the moment may
 * change from row to row, and uses no index.
 */
export const once = (moment: SQL): SQL => sql`(select ${moment})`;

/** The database's time plus the context's offset: a query with one row and one column, `now`. */
export const clockArm: SQL = sql`select clock_timestamp()
  + ${p("offsetMs")}::double precision * interval '1 millisecond' as now`;
