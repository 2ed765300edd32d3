import type { Db } from "@stampbook/db";
import { type DatabaseState, selectDatabaseState } from "./database.sql.ts";

/** The database's version and clock, and the merchants in it. */
export function readDatabase(db: Db): Promise<DatabaseState> {
  return selectDatabaseState(db);
}
