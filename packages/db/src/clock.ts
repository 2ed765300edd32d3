import { type SQL, sql } from "drizzle-orm";

const p = sql.placeholder;

/** The database's time with the context's offset, asked for anew: it stays right behind a lock. */
export const now: SQL = sql`(clock_timestamp() + ${p("offsetMs")}::double precision * interval '1 millisecond')`;

/** A moment to compare rows with, asked for once: no index is searched for what may change from row to row. */
export const once = (moment: SQL): SQL => sql`(select ${moment})`;

/** The moment of the statement, by the database's clock: an arm with one row, `now`. */
export const clockArm: SQL = sql`select clock_timestamp()
  + ${p("offsetMs")}::double precision * interval '1 millisecond' as now`;
