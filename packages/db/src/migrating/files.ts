import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";

/** The folder of this version's migrations. */
export const migrationsFolder = fileURLToPath(new URL("../../migrations", import.meta.url));

/** A migration as its file and drizzle's journal describe it. */
export type Migration = {
  readonly name: string;
  /** When it was written, in Unix milliseconds. A database knows a migration by this. */
  readonly when: number;
  readonly hash: string;
  readonly statements: readonly string[];
  /** Whether each statement runs in a transaction of its own, beside working tills. */
  readonly isOnline: boolean;
};

/** The first line of an online migration. */
const ONLINE = /^--\s*online\b/;

/** Reads the migrations of a folder, in order. */
export function readMigrations(folder: string = migrationsFolder): readonly Migration[] {
  const files = readMigrationFiles({ migrationsFolder: folder });
  return entriesOfJournal(folder).map(({ tag, when }, place) => {
    const { sql: statements = [], hash = "" } = files[place] ?? {};
    return { name: tag, when, hash, statements, isOnline: ONLINE.test(statements[0] ?? "") };
  });
}

/** When the oldest and the newest applied migration were written, in Unix milliseconds. */
export type HistoryTimes = {
  readonly oldest: string | number | null;
  readonly newest: string | number | null;
};

/** An unreleased version created the database. The message says what to do. */
export class DatabaseTooOld extends Error {
  override readonly name = "DatabaseTooOld";
  constructor() {
    super(
      "This database was created by an unreleased version, and this version cannot migrate it. Nothing was changed. Export each merchant with that version (`stampbook export --merchant <id>`), create a new database, and import the files there (`stampbook import <file>`).",
    );
  }
}

/**
 * Returns when the newest applied migration was written, in Unix milliseconds; 0 without applied migrations.
 * Throws `DatabaseTooOld` if the oldest applied migration was written before the initial migration.
 */
export function newestOf(times: HistoryTimes | undefined): number {
  if (!times?.oldest) return 0;
  const [initial] = entriesOfJournal();
  if (initial && Number(times.oldest) < initial.when) throw new DatabaseTooOld();
  return Number(times.newest);
}

/** Returns when the newest migration of this version was written, in Unix milliseconds. */
export function newestKnown(): number {
  return entriesOfJournal().at(-1)?.when ?? 0;
}

/** Returns the names of the migrations written after a moment in Unix milliseconds, in order. */
export function migrationsLacking(last: number): string[] {
  return entriesOfJournal()
    .filter(({ when }) => when > last)
    .map(({ tag }) => tag);
}

function entriesOfJournal(
  folder: string = migrationsFolder,
): readonly { readonly tag: string; readonly when: number }[] {
  return JSON.parse(readFileSync(`${folder}/meta/_journal.json`, "utf8")).entries;
}
