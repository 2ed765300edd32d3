import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openClient } from "@stampbook/db/testing";

const migrations = new URL("../../../../packages/db/migrations/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, migrations), "utf8");
const journal: { entries: readonly { tag: string; when: number }[] } = JSON.parse(
  read("meta/_journal.json"),
);

/** The names of this version's migrations. */
export const migrationNames = journal.entries.map(({ tag }) => tag);

/** Dumps a database by the machine's `pg_dump`, and returns the file's path. */
export function dump(url: string, directory: string, name: string, ...options: string[]): string {
  const path = join(directory, name);
  execFileSync("pg_dump", [...options, `--file=${path}`, url], { stdio: "pipe" });
  return path;
}

/** Makes the tables of an earlier version, which lacks the last migrations, with one merchant. */
export async function fillEarlierVersion(url: string, lacking: number): Promise<void> {
  const client = openClient(url);
  await client`create schema drizzle`;
  await client`create table drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`;
  for (const { tag, when } of journal.entries.slice(0, -lacking)) {
    await client.unsafe(read(`${tag}.sql`));
    await client`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', ${when})`;
  }
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
