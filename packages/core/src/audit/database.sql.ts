import { type Db, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";

/** The database's version and clock, and its merchants. */
export type DatabaseState = {
  readonly version: string;
  /** The database's clock, as ISO text. */
  readonly now: string;
  readonly merchants: readonly {
    readonly id: number;
    readonly name: string;
    readonly acceptsTokenInMessage: boolean;
  }[];
};

const databaseState = statement<DatabaseState>(
  "database_state",
  {},
  sql`json_build_object(
    'version', current_setting('server_version'),
    'now', clock_timestamp(),
    'merchants', (select coalesce(json_agg(json_build_object('id', id, 'name', name,
        'acceptsTokenInMessage', accept_token_in_message) order by id), '[]')
      from merchants))`,
);

/** Reads the state of the database. */
export function selectDatabaseState(db: Db): Promise<DatabaseState> {
  return run(db, databaseState, {});
}
