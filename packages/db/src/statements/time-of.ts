import { sql } from "drizzle-orm";
import { now } from "../clock.ts";
import type { Db } from "../types.ts";
import { run, statement } from "./statement.ts";

const time = statement<string>("time", {}, sql`to_json(${now})`);

/** The database's time plus an offset, for an UPDATE of a transaction: there `now` may not be evaluated. */
export function timeOf(db: Db, offsetMs: number): Promise<string> {
  return run(db, time, { offsetMs });
}
