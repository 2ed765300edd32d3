import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { migrate, openClient, readMigrations } from "@stampbook/db/testing";

/** The names of this version's migrations. */
export const migrationNames = readMigrations().map(({ name }) => name);

/** Dumps a database by the machine's `pg_dump`, and returns the file's path. */
export function dump(url: string, directory: string, name: string, ...options: string[]): string {
  const path = join(directory, name);
  execFileSync("pg_dump", [...options, `--file=${path}`, url], { stdio: "pipe" });
  return path;
}

/** Makes the tables of an earlier version, which lacks the last migrations, with one merchant. */
export async function fillEarlierVersion(url: string, lacking: number): Promise<void> {
  const client = openClient(url);
  await migrate(client, {
    onWait: () => {},
    connectAgain: () => openClient(url),
    migrations: readMigrations().slice(0, -lacking),
  });
  await client`insert into merchants (id, name, country, timezone, currency)
    values (7, 'Earlier', 'ID', 'Asia/Jakarta', 'IDR')`;
  await client`insert into customers (merchant_id, id, name) values (7, 1, 'A')`;
  await client.end();
}

/** The names of the databases on a server that a drill made. */
export async function scratchDatabases(url: string): Promise<string[]> {
  const client = openClient(url);
  const found = await client<{ name: string }[]>`
    select datname as name from pg_database where datname like 'stampbook\\_restore\\_check\\_%'`;
  await client.end();
  return found.map(({ name }) => name);
}
