import { sql } from "drizzle-orm";
import { run, statement } from "../statements/statement.ts";
import type { Db } from "../types.ts";

/** Writes an empty message to the write-ahead log. PostgreSQL commits it like a row, but changes no table. */
const probe = statement<boolean>(
  "probe_write",
  { wrote: sql`select pg_logical_emit_message(true, 'stampbook', '') as at` },
  sql`(select to_json(current_setting('transaction_read_only') = 'off') from wrote where at is not null)`,
);

/** Whether the database accepts writes: false if it is read-only. Throws if the commit fails. */
export function takesWrites(db: Db): Promise<boolean> {
  return run(db, probe, {});
}
