import type postgres from "postgres";
import { isDatabaseError } from "../errors.ts";
import { type HistoryTimes, type Migration, newestOf, readMigrations } from "./files.ts";
import { runOnline } from "./run-online.ts";

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

export type MigrateOptions = {
  /** Called before each pause and new attempt, with a description of what the migrations wait for. */
  readonly onWait: (says: string) => void;
  /** Opens another client with one connection, for online migrations. */
  readonly connectAgain: () => postgres.Sql;
  /** Default: 5 minutes. */
  readonly patienceMs?: number;
  /** Default: those of this version. */
  readonly migrations?: readonly Migration[];
};

/** Migrations could not get their locks within the limit. The message says what to do. */
export class MigrationsWait extends Error {
  override readonly name = "MigrationsWait";
  constructor(waitedMs: number, waitsFor: string) {
    super(
      `Migrations waited ${Math.round(waitedMs / 1_000)} s for ${waitsFor}. End what holds them up, then start again; \`stampbook migrate\` applies them by themselves.`,
    );
  }
}

/**
 * Applies the missing migrations in order, under an advisory lock, so that replicas that start together
 * migrate once. Those that follow each other and are not online share a transaction. The client must have one
 * connection. Locks nothing if no migration is missing. A migration that waits for a table's lock blocks
 * every later call to that table. So each attempt waits `PATIENCE_MS`, then lets the calls through and tries
 * again. Returns the names of those that it applied. Throws `MigrationsWait` after `patienceMs` without
 * progress. Throws `DatabaseTooOld` before it changes anything.
 */
export async function migrate(
  client: postgres.Sql,
  { onWait, connectAgain, patienceMs = LONGEST_WAIT_MS, ...options }: MigrateOptions,
): Promise<readonly string[]> {
  const migrations = options.migrations ?? readMigrations();
  const applied: string[] = [];
  let since = performance.now();
  let pause = FIRST_PAUSE_MS;
  for (;;) {
    const next = nextOf(migrations, await lastMigration(client));
    if (next.length === 0) return applied;
    const waitsFor = await tryToApply(client, next, connectAgain);
    if (waitsFor === null) {
      applied.push(...next.map(({ name }) => name));
      since = performance.now();
      pause = FIRST_PAUSE_MS;
      continue;
    }
    const waitedMs = performance.now() - since;
    if (waitedMs >= patienceMs) throw new MigrationsWait(waitedMs, waitsFor);
    onWait(`Migrations wait for ${waitsFor}; next try in ${pause / 1_000} s.`);
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  }
}

/** The missing migrations up to the first online one, or this one alone. */
function nextOf(migrations: readonly Migration[], last: number): readonly Migration[] {
  const missing = migrations.filter(({ when }) => when > last);
  const online = missing.findIndex(({ isOnline }) => isOnline);
  return online < 0 ? missing : missing.slice(0, Math.max(online, 1));
}

/** Makes one attempt. Returns null on success, else a description of what held the lock. */
async function tryToApply(
  client: postgres.Sql,
  next: readonly Migration[],
  connectAgain: () => postgres.Sql,
): Promise<string | null> {
  let isFirst = false;
  try {
    await client.begin(async (tx) => {
      // a snapshot from before the wait for the lock would not show what another process has just applied
      await tx`set transaction isolation level read committed`;
      await tx.unsafe(`set local lock_timeout = ${PATIENCE_MS}`);
      // a statement on a large table may take longer than the role's time-outs
      await tx`set local statement_timeout = 0`;
      await tx`set local idle_in_transaction_session_timeout = 0`;
      await tx`set local jit = off`;
      // a transaction lock, because a pooler would keep a session lock after this process ends
      await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
      isFirst = true;
      await tx`create schema if not exists drizzle`;
      await tx`create table if not exists drizzle.__drizzle_migrations
        (id serial primary key, hash text not null, created_at bigint)`;
      const last = await lastMigration(tx);
      for (const migration of next)
        if (migration.when > last) await apply(tx, migration, connectAgain);
    });
    return null;
  } catch (error) {
    if (!isDatabaseError(error) || !NOT_NOW.includes(error.code)) throw error;
    return isFirst ? openTransactions(client) : "another process that migrates";
  }
}

/** The SQLSTATEs of a lock time-out and of a deadlock. */
const NOT_NOW = ["55P03", "40P01"];

/** Applies one migration, and records it. The transaction holds the advisory lock. */
async function apply(
  tx: postgres.TransactionSql,
  { statements, isOnline, hash, when }: Migration,
  connectAgain: () => postgres.Sql,
): Promise<void> {
  if (isOnline) {
    const beside = connectAgain();
    // Building an index waits for older snapshots. The driver's protocol keeps that of the last statement with
    // parameters until the next statement; a plain statement keeps none.
    await tx.unsafe("set local lock_timeout = 0");
    await runOnline(beside, statements).finally(() => beside.end({ timeout: 5 }));
  } else for (const text of statements) await tx.unsafe(text);
  await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${when})`;
}

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
