import { type Db, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";

/** What a database tells of itself. */
export type DatabaseState = {
  readonly version: string;
  /** Its clock, an ISO text. */
  readonly now: string;
  readonly merchants: readonly { readonly id: number; readonly name: string }[];
};

const databaseState = statement<DatabaseState>(
  "database_state",
  {},
  sql`json_build_object(
    'version', current_setting('server_version'),
    'now', clock_timestamp(),
    'merchants', (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by id), '[]')
      from merchants))`,
);

/** Asks the database of itself. */
export function selectDatabaseState(db: Db): Promise<DatabaseState> {
  return run(db, databaseState, {});
}
