import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { connect } from "../connecting/connect.ts";
import type { ConnectOptions, OpenDb } from "../types.ts";
import { createDatabase } from "./postgres.ts";
import { currentRun } from "./run.ts";

export type TestDatabaseOptions = ConnectOptions & {
  /** Whether to prepare statements. Default: true. */
  readonly prepare?: boolean;
  /** The template to copy; by default an empty migrated database. */
  readonly template?: TestTemplate;
};
/** A database that is only copied, never opened by tests. */
export type TestTemplate = { readonly name: string; readonly close: () => Promise<void> };
export type TestDatabase = OpenDb & { readonly url: string };
export type EmptyTestDatabase = { readonly url: string; readonly close: () => Promise<void> };

/** Tests wait longer for a connection than callers do, because the machine that runs them may be busy. */
export const patience = { queueWaitMs: 60_000 };

/** Creates a migrated database on the run's server; `close` drops it. */
export function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  return openCopy(uniqueName("clone"), options);
}

let shared: Promise<TestDatabase> | undefined;

/**
 * Opens the database that all test files of this worker share, because a database of their own and its
 * connections take longer than many files. Its statements wait for locks without a limit. `close` does
 * nothing: the run drops the database at its end.
 */
export async function shareTestDatabase(): Promise<TestDatabase> {
  shared ??= openCopy(sharedName(), { isPatient: true });
  return { ...(await shared), close: async () => {} };
}

/** Drops the shared database. The next test that uses it gets a new one. */
export async function renewSharedDatabase(): Promise<void> {
  const open = await shared;
  shared = undefined;
  await open?.close();
}

async function openCopy(name: string, options: TestDatabaseOptions): Promise<TestDatabase> {
  const { adminUrl } = currentRun();
  await copyTemplate(name, options.template?.name);
  const url = databaseAt(adminUrl, name);
  const open = await connect(
    { url: options.prepare === false ? `${url}?prepare=false` : url },
    { ...patience, ...options },
  );
  const close = async () => {
    await open.close();
    await dropDatabase(adminUrl, name);
  };
  return { ...open, url, close };
}

/** Makes a template with rows, for the option `template` of `createTestDatabase`; `close` drops it. */
export async function createTestTemplate(
  fill: (open: TestDatabase) => Promise<unknown>,
): Promise<TestTemplate> {
  const { adminUrl } = currentRun();
  const name = uniqueName("filled");
  const close = () => dropDatabase(adminUrl, name);
  await copyTemplate(name);
  const url = databaseAt(adminUrl, name);
  const open = await connect({ url }, patience);
  try {
    await fill({ ...open, url });
  } catch (cause) {
    await open.close();
    await close();
    throw cause;
  }
  // PostgreSQL copies a database only if nothing is connected to it
  await open.close();
  return { name, close };
}

/** Creates a database without tables, for tests of migrations. */
export async function createEmptyTestDatabase(): Promise<EmptyTestDatabase> {
  const { adminUrl } = currentRun();
  const name = uniqueName("empty");
  await createDatabase(adminUrl, name);
  return { url: databaseAt(adminUrl, name), close: () => dropDatabase(adminUrl, name) };
}

/** Opens a plain postgres.js client, for connections and locks that a test holds. */
export function openClient(url: string, connections = 1): postgres.Sql {
  return postgres(url, { max: connections, onnotice: () => {} });
}

const replicationRole = (role: string) =>
  `select set_config('session_replication_role', '${role}', false) where current_setting('is_superuser') = 'on'`;

/**
 * SQL that makes the session check no foreign keys, which halves the time of inserting many rows. PostgreSQL
 * allows this only for superusers. For other users the SQL does nothing.
 */
export const skipForeignKeys = replicationRole("replica");
/** SQL that makes the session check foreign keys again. */
export const checkForeignKeys = replicationRole("origin");

/** Opens a client for inserting many rows. It checks no foreign keys, so the rows must be consistent. */
export async function openFillClient(url: string): Promise<postgres.Sql> {
  const client = openClient(url);
  await client.unsafe(skipForeignKeys);
  return client;
}

/**
 * Copies a template under a lock, because PostgreSQL copies a database only if nothing is connected to it.
 */
async function copyTemplate(name: string, template = currentRun().template): Promise<void> {
  const { adminUrl } = currentRun();
  const admin = openClient(adminUrl);
  try {
    await admin`select pg_advisory_lock(hashtext(${template}))`;
    // PostgreSQL by default also writes each copied page to its WAL. Copying only the files takes less time.
    await admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`;
  } finally {
    await admin.end();
  }
}

/** Drops a template and the shared copies of it. */
export async function dropTemplate(adminUrl: string, template: string): Promise<void> {
  const admin = openClient(adminUrl);
  try {
    const all = await admin`select datname as name from pg_database
      where starts_with(datname, ${template})`;
    for (const { name } of all) await admin`drop database ${admin(name)} with (force)`;
  } finally {
    await admin.end();
  }
}

async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const admin = openClient(adminUrl);
  try {
    await admin`drop database if exists ${admin(name)} with (force)`;
  } finally {
    await admin.end();
  }
}

export function databaseAt(adminUrl: string, name: string): string {
  const address = new URL(adminUrl);
  address.pathname = `/${name}`;
  return address.href;
}

export function uniqueName(purpose: string): string {
  return `stampbook_${purpose}_${randomBytes(6).toString("hex")}`;
}

/** Begins with the template's name, so that the end of the run finds the databases that workers share. */
const sharedName = () => `${currentRun().template}_${randomBytes(6).toString("hex")}`;
