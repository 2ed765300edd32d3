import { sql } from "drizzle-orm";
import { run, statement } from "./statement.ts";
import type { Db } from "./types.ts";

/** A message in the write-ahead log that nobody reads: a commit like any other, without a row. */
const probe = statement<boolean>(
  "probe_write",
  { wrote: sql`select pg_logical_emit_message(true, 'stampbook', '') as at` },
  sql`(select to_json(current_setting('transaction_read_only') = 'off') from wrote where at is not null)`,
);

/** Whether the database takes writes; false where it is read-only, and throws where it cannot commit. */
export function takesWrites(db: Db): Promise<boolean> {
  return run(db, probe, {});
}
