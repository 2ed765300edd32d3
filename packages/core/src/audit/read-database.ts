import type { Db } from "@stampbook/db";
import { type DatabaseState, selectDatabaseState } from "./database.sql.ts";

/** Returns the database's version and clock, and its merchants. */
export function readDatabase(db: Db): Promise<DatabaseState> {
  return selectDatabaseState(db);
}
