import { sql } from "drizzle-orm";
import { run, statement } from "../statements/statement.ts";
import type { Db } from "../types.ts";

/**
 * Writes an empty message to the write-ahead log if transactions may write. PostgreSQL commits the message
 * like a row, but changes no table.
 */
const probe = statement<boolean>(
  "probe_write",
  {
    wrote: sql`select pg_logical_emit_message(true, 'stampbook', '') as at
      where current_setting('transaction_read_only') = 'off'`,
  },
  sql`to_json(exists (select 1 from wrote where at is not null))`,
);

/**
 * Whether the database accepts writes. False if transactions are read-only, as on a standby. Throws if the
 * commit fails.
 */
export function takesWrites(db: Db): Promise<boolean> {
  return run(db, probe, {});
}
