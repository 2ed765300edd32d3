import { sql } from "drizzle-orm";
import { type HistoryTimes, migrationsLacking, newestKnown, newestOf } from "../migrating/files.ts";
import type { Db } from "../types.ts";

/** The state of a database, with or without our tables. */
export type DatabaseLook = {
  readonly version: string;
  readonly major: number;
  /** The database's time, as ISO text. */
  readonly now: string;
  /** The role of our connection. */
  readonly role: string;
  /**
   * The most connections that the server accepts from all processes, without those reserved for superusers.
   */
  readonly mostConnections: number;
  /** Whether any migration was ever applied. */
  readonly isMigrated: boolean;
  /** Names of missing migrations, in order. */
  readonly missing: readonly string[];
  /** How many migrations of a newer version are applied. */
  readonly newer: number;
};

const HISTORY = sql`drizzle.__drizzle_migrations`;

/** Reads the state of a database, and changes nothing. Throws `DatabaseTooOld`. */
export async function lookAtDatabase(db: Db): Promise<DatabaseLook> {
  const [found] = await db
    .select({
      version: sql<string>`current_setting('server_version')`,
      major: sql<number>`current_setting('server_version_num')::int / 10000`,
      now: sql<string>`to_json(clock_timestamp()) #>> '{}'`,
      role: sql<string>`current_user`,
      mostConnections: sql<number>`current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int`,
      isMigrated: sql<boolean>`to_regclass('drizzle.__drizzle_migrations') is not null`,
    })
    .from(sql`(select 1) as one`);
  if (!found) throw new Error("A database answers select with a row.");
  const { last, newer } = found.isMigrated ? await readHistory(db) : { last: 0, newer: 0 };
  return { ...found, isMigrated: last > 0, missing: migrationsLacking(last), newer };
}

/**
 * When the newest applied migration was written, in Unix milliseconds, and how many are newer than this
 * version. Throws `DatabaseTooOld`.
 */
async function readHistory(db: Db) {
  const [times] = await db
    .select({
      oldest: sql<HistoryTimes["oldest"]>`min(created_at)`,
      newest: sql<HistoryTimes["newest"]>`max(created_at)`,
      newer: sql<number>`(count(*) filter (where created_at > ${newestKnown()}))::int`,
    })
    .from(HISTORY);
  return { last: newestOf(times), newer: times?.newer ?? 0 };
}
