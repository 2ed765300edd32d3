import type { Db } from "@stampbook/db";
import { sql } from "drizzle-orm";

/**
 * Returns how many rows PostgreSQL has read of the tables and their indexes, by its statistics. Needs a
 * database with one connection, because statistics that are not flushed belong to a session. Throws if one of
 * the tables does not exist.
 */
export async function countRowsRead(db: Db, tables: readonly string[]): Promise<number> {
  await db.execute("select pg_stat_force_next_flush()");
  const names = `{${tables.join(",")}}`;
  const [row] = await db
    .select({
      found: sql<string>`(select count(*) from pg_stat_user_tables where relname = any (${names}::text[]))`,
      rows: sql<string>`(select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))
          from pg_stat_user_tables where relname = any (${names}::text[]))
        + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = any (${names}::text[]))`,
    })
    .from(sql`(select 1) one`);
  if (Number(row?.found) !== tables.length) throw new Error(`Not all are tables: ${names}`);
  return Number(row?.rows);
}
