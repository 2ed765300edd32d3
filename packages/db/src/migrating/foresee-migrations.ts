import { inArray, sql } from "drizzle-orm";
import { lookAtDatabase } from "../statements/look.ts";
import type { Db } from "../types.ts";
import { createdBy, type Effect, effectOf } from "./effect-of.ts";
import { type Migration, readMigrations } from "./files.ts";

/** What a missing migration will do to calls. */
export type ForeseenMigration = {
  readonly name: string;
  readonly isOnline: boolean;
  readonly tables: readonly ForeseenTable[];
};

/** A table on which calls wait, or that is read whole. `rows` and `bytes` are PostgreSQL's estimates. */
export type ForeseenTable = Size & {
  readonly stops: Effect["stops"];
  /** How long the statements on it take. Rounded; 0 if they do not depend on the table's size. */
  readonly seconds: number;
};

/** `table` is null for statements whose tables are unknown. */
type Size = { readonly table: string | null; readonly rows: number; readonly bytes: number };

/**
 * How much of a table we assume a small machine to read in a second, to build an index or to check rows. An
 * index on 1,500,000 sales took 3.6 s on two cores; slower disks take longer.
 */
const BYTES_A_SECOND = 50e6;

const strengths = ["nothing", "writes", "everything"] as const;

/**
 * Foresees what the missing migrations will do to calls on the tables that exist. Changes nothing. Throws
 * `DatabaseTooOld`.
 */
export async function foreseeMigrations(
  db: Db,
  migrations: readonly Migration[] = readMigrations(),
): Promise<readonly ForeseenMigration[]> {
  const { missing } = await lookAtDatabase(db);
  const lacking = migrations.filter(({ name }) => missing.includes(name));
  if (lacking[0] === migrations[0])
    return lacking.map(({ name, isOnline }) => ({ name, isOnline, tables: [] }));
  const effects = lacking.flatMap(({ statements }) =>
    statements.flatMap((text) => effectOf(text) ?? []),
  );
  const created = new Set(
    lacking.flatMap(({ statements }) => statements.flatMap((text) => createdBy(text) ?? [])),
  );
  const sizes = await sizesOf(
    db,
    effects.flatMap(({ relation }) => relation ?? []),
  );
  return lacking.map(({ name, isOnline, statements }) => {
    const tables = new Map<string | null, ForeseenTable>();
    for (const { relation, stops, isLong } of statements.flatMap((text) => effectOf(text) ?? [])) {
      const size = relation === null ? unknown : sizes.get(relation);
      if (!size || (size.table !== null && created.has(size.table))) continue;
      const before = tables.get(size.table) ?? { ...size, stops: "nothing", seconds: 0 };
      const place = Math.max(strengths.indexOf(stops), strengths.indexOf(before.stops));
      tables.set(size.table, {
        ...size,
        stops: strengths[place] ?? stops,
        seconds: before.seconds + (isLong ? Math.round(size.bytes / BYTES_A_SECOND) : 0),
      });
    }
    return { name, isOnline, tables: [...tables.values()] };
  });
}

const unknown: Size = { table: null, rows: 0, bytes: 0 };

/** The sizes of tables, by their names and by the names of their indexes. Leaves out unknown names. */
async function sizesOf(db: Db, relations: readonly string[]): Promise<ReadonlyMap<string, Size>> {
  if (!relations.length) return new Map();
  const found = await db
    .select({
      relation: sql<string>`c.relname`,
      table: sql<string>`t.relname`,
      rows: sql<number>`greatest(t.reltuples, 0)::float8`,
      bytes: sql<number>`pg_table_size(t.oid)::float8`,
    })
    .from(
      sql`pg_class c left join pg_index i on i.indexrelid = c.oid join pg_class t on t.oid = coalesce(i.indrelid, c.oid)`,
    )
    .where(
      sql`c.relnamespace = 'public'::regnamespace and ${inArray(sql`c.relname`, [...relations])}`,
    );
  return new Map(found.map(({ relation, ...size }) => [relation, size]));
}
