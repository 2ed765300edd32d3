import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type postgres from "postgres";
import { isDatabaseError } from "./errors.ts";

const migrationsFolder = fileURLToPath(new URL("../migrations", import.meta.url));

/** The key of the advisory lock: an arbitrary number that no other lock uses. */
const MIGRATION_LOCK = 7_382_615;

/**
 * How long one attempt waits for a lock. Longer than PostgreSQL's deadlock_timeout (1 s), after which
 * PostgreSQL cancels an autovacuum that blocks the lock.
 */
const PATIENCE_MS = 2_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** After this time the start fails, and the supervisor restarts the process. */
const LONGEST_WAIT_MS = 300_000;

/** Called before each pause and new attempt, with a description of what the migrations wait for. */
export type OnWait = (says: string) => void;

/** Migrations could not get their locks within the limit. The message says what to do. */
export class MigrationsWait extends Error {
  override readonly name = "MigrationsWait";
  constructor(waitedMs: number, waitsFor: string) {
    super(
      `Migrations waited ${Math.round(waitedMs / 1_000)} s for ${waitsFor}. End what holds them up, then start again; \`stampbook migrate\` applies them by themselves.`,
    );
  }
}

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
 * Applies the missing migrations under an advisory lock, so that replicas that start together migrate once.
 * The client must have one connection. Locks nothing if no migration is missing. A migration that waits for a
 * table's lock blocks every later call to that table. So each attempt waits `PATIENCE_MS`, then lets the
 * calls through and tries again. Returns the names of those that it applied. Throws `MigrationsWait` after
 * `patienceMs`. Throws `DatabaseTooOld` before it changes anything.
 */
export async function migrate(
  client: postgres.Sql,
  onWait: OnWait,
  patienceMs: number = LONGEST_WAIT_MS,
): Promise<readonly string[]> {
  const since = performance.now();
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const lacking = migrationsLacking(await lastMigration(client));
    if (lacking.length === 0) return [];
    const waitsFor = await tryToMigrate(client);
    if (waitsFor === null) return lacking;
    const waitedMs = performance.now() - since;
    if (waitedMs >= patienceMs) throw new MigrationsWait(waitedMs, waitsFor);
    onWait(`Migrations wait for ${waitsFor}; next try in ${pause / 1_000} s.`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Makes one attempt. Returns null on success, else a description of what held the lock. */
async function tryToMigrate(client: postgres.Sql): Promise<string | null> {
  let isFirst = false;
  try {
    await client.begin(async (tx) => {
      await tx.unsafe(`set local lock_timeout = ${PATIENCE_MS}`);
      // an index on a large table may take longer than the role's statement_timeout
      await tx`set local statement_timeout = 0`;
      await tx`set local jit = off`;
      // a transaction lock, because a pooler would keep a session lock after this process ends
      await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
      isFirst = true;
      await applyMissing(tx);
    });
    return null;
  } catch (error) {
    if (!isDatabaseError(error) || !NOT_NOW.includes(error.code)) throw error;
    return isFirst ? openTransactions(client) : "another process that migrates";
  }
}

/** The SQLSTATEs of a lock time-out and of a deadlock. */
const NOT_NOW = ["55P03", "40P01"];

/**
 * Describes up to three open transactions that may hold locks. Leaves out their queries, which contain
 * customers' data.
 */
async function openTransactions(sql: postgres.ISql): Promise<string> {
  const open = await sql<{ says: string }[]>`
    select format('%s (process %s, %s, for %s s)', coalesce(nullif(application_name, ''), backend_type),
      pid, state, extract(epoch from clock_timestamp() - xact_start)::int) as says
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 3`;
  const names = open.map(({ says }) => says).join(", ");
  return `locks that open transactions hold: ${names || "none is open any more"}`;
}

/**
 * Returns when the newest applied migration was written, in Unix milliseconds; 0 without applied migrations.
 * Throws `DatabaseTooOld` as `newestOf` does.
 */
async function lastMigration(sql: postgres.ISql): Promise<number> {
  const [history] =
    await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is_there`;
  if (!history?.is_there) return 0;
  const [times] = await sql<HistoryTimes[]>`
    select min(created_at) as oldest, max(created_at) as newest from drizzle.__drizzle_migrations`;
  return newestOf(times);
}

/** When the oldest and the newest applied migration were written, in Unix milliseconds. */
export type HistoryTimes = {
  readonly oldest: string | number | null;
  readonly newest: string | number | null;
};

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

/** Applies migrations as drizzle's own migrator does, but within the given transaction. */
async function applyMissing(tx: postgres.TransactionSql): Promise<void> {
  await tx`create schema if not exists drizzle`;
  await tx`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`;
  const last = await lastMigration(tx);
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder }))
    if (folderMillis > last) {
      for (const text of sql) await tx.unsafe(text);
      await tx`insert into drizzle.__drizzle_migrations (hash, created_at)
        values (${hash}, ${folderMillis})`;
    }
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

function entriesOfJournal(): readonly { readonly tag: string; readonly when: number }[] {
  return JSON.parse(readFileSync(`${migrationsFolder}/meta/_journal.json`, "utf8")).entries;
}
