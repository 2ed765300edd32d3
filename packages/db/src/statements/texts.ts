import { sql } from "drizzle-orm";
import type { Db } from "../types.ts";

/** How a database stores and sorts texts. */
export type DatabaseTexts = {
  readonly encoding: string;
  /** The name of the locale, such as `en_US.UTF-8`. */
  readonly locale: string;
  /** The version of the locale's sort order: when the database was created, and now. Null if it has none. */
  readonly version: string | null;
  readonly versionNow: string | null;
};

/** Reads how a database stores and sorts texts. Needs PostgreSQL 15. */
export async function lookAtTexts(db: Db): Promise<DatabaseTexts> {
  const [found] = await db
    .select({
      encoding: sql<string>`pg_encoding_to_char(encoding)`,
      locale: sql<string>`datcollate`,
      version: sql<string | null>`datcollversion`,
      versionNow: sql<string | null>`pg_database_collation_actual_version(oid)`,
    })
    .from(sql`pg_database where datname = current_database()`);
  if (!found) throw new Error("A session has a database.");
  return found;
}

/**
 * Returns what is wrong with a database's texts and what to do, or null. Our own look-ups and lists do not use
 * the locale, but the keys of tables are sorted by it.
 */
export function problemOfTexts(texts: DatabaseTexts): string | null {
  const { encoding, locale, version, versionNow } = texts;
  if (encoding !== "UTF8")
    return `the database's encoding is ${encoding}: export each merchant, create a database with ENCODING 'UTF8', and import them there`;
  if (version === versionNow) return null;
  return `the locale ${locale} sorts by version ${versionNow} now, and the indexes were built with ${version}: a look-up may miss rows. Run REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION`;
}
