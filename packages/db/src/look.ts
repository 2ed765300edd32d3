import { sql } from "drizzle-orm";
import { migrationsLacking } from "./migrate.ts";
import type { Db } from "./types.ts";

/** What a database tells of itself, whether its tables are there or not. */
export type DatabaseLook = {
  readonly version: string;
  readonly major: number;
  /** Its clock, an ISO text. */
  readonly now: string;
  /** Whether locks are waited for, or statements run, without end. */
  readonly isPatient: boolean;
  /** Names of the migrations that it lacks, in order. */
  readonly missing: readonly string[];
};

const HISTORY = sql`drizzle.__drizzle_migrations`;

/** Looks at a database, and changes nothing in it. */
export async function lookAtDatabase(db: Db): Promise<DatabaseLook> {
  const [found] = await db
    .select({
      version: sql<string>`current_setting('server_version')`,
      major: sql<number>`current_setting('server_version_num')::int / 10000`,
      now: sql<string>`to_json(clock_timestamp()) #>> '{}'`,
      isPatient: sql<boolean>`'0' in (current_setting('lock_timeout'), current_setting('statement_timeout'))`,
      isMigrated: sql<boolean>`to_regclass('drizzle.__drizzle_migrations') is not null`,
    })
    .from(sql`(select 1) as one`);
  if (!found) throw new Error("A database answers select with a row.");
  const { isMigrated, ...look } = found;
  const last = isMigrated ? await lastMigration(db) : 0;
  return { ...look, missing: migrationsLacking(last) };
}

/** When the newest migration in it was written. */
async function lastMigration(db: Db): Promise<number> {
  const [row] = await db
    .select({ when: sql<string | number | null>`max(created_at)` })
    .from(HISTORY);
  return Number(row?.when ?? 0);
}
