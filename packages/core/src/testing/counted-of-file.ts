import type { Db } from "@stampbook/db";
import { checkForeignKeys, skipForeignKeys } from "@stampbook/db/testing";
import { sql } from "drizzle-orm";
import { ofFile } from "./harness-of-file.ts";
import { type OpenHarness, openOwnHarness } from "./open-harness.ts";

/**
 * Returns how many rows PostgreSQL has read of the tables and their indexes, by its statistics. Needs a
 * database with one connection, because statistics that are not flushed belong to a session. Throws if one of
 * the tables does not exist.
 */
async function countRowsRead(db: Db, tables: readonly string[]): Promise<number> {
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

/** A harness that counts what is read. */
type Counted = OpenHarness & {
  /** Runs work. Returns its result, and how many rows of the tables and of their indexes it has read. */
  readonly counting: <Result>(
    work: () => Promise<Result>,
    of?: readonly string[],
  ) => Promise<{ readonly result: Result; readonly read: number }>;
};

/**
 * Opens a new database before the tests of a file, and fills it without checks of foreign keys. Its statements
 * have generic plans, and PostgreSQL neither vacuums nor analyzes it. It has one connection, because settings
 * and counters belong to a session. It is closed without an audit, which would read every row.
 */
export const countedOfFile = (
  tables: readonly string[],
  fill: (t: OpenHarness) => Promise<unknown>,
): Counted =>
  ofFile(
    async () => {
      const t = await openOwnHarness({ connections: 1 });
      await t.db.execute("set plan_cache_mode = force_generic_plan");
      await t.db.execute(`do $$ declare name text; begin
        for name in select tablename from pg_tables where schemaname = 'public' loop
          execute format('alter table %I set (autovacuum_enabled = false)', name);
        end loop; end $$`);
      await t.db.execute(skipForeignKeys);
      await fill(t);
      await t.db.execute(checkForeignKeys);
      return {
        ...t,
        counting: async (work, of = tables) => {
          const before = await countRowsRead(t.db, of);
          const result = await work();
          return { result, read: (await countRowsRead(t.db, of)) - before };
        },
      };
    },
    (t) => t.open.close(),
    120_000,
  );
