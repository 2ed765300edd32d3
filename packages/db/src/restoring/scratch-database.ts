import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { readAddress } from "../connecting/address.ts";
import { createHosts, driverOptions } from "../connecting/hosts.ts";
import { askServer } from "../connecting/server-state.ts";
import { isDatabaseError } from "../errors.ts";
import { CannotRestore } from "./dump-file.ts";
import { withDatabaseName } from "./libpq.ts";

const PREFIX = "stampbook_restore_check_";

/** A new, empty database. */
export type ScratchDatabase = {
  readonly name: string;
  readonly url: string;
  /** Names of scratch databases that earlier runs left, as after `kill -9` or with `--keep`. */
  readonly others: readonly string[];
  /** Ends all its sessions and drops it. */
  readonly drop: () => Promise<void>;
};

/** Creates a database under a new name on the server of an address. Throws `CannotRestore`. */
export async function createScratchDatabase(url: string): Promise<ScratchDatabase> {
  const name = `${PREFIX}${randomBytes(6).toString("hex")}`;
  const others = await withAdmin(url, async (admin) => {
    const { hasPooler } = await askServer(admin);
    if (hasPooler || readAddress(url).prepare === false)
      throw new CannotRestore(
        "There is a pooler at the database's address, and a pooler knows no new database. Name the server itself, in --server or in DATABASE_URL.",
      );
    const found = await admin<{ name: string }[]>`
      select datname as name from pg_database where starts_with(datname, ${PREFIX}) order by datname`;
    await admin`create database ${admin(name)} encoding 'UTF8' template template0`;
    return found.map((other) => other.name);
  });
  const drop = () =>
    withAdmin(url, async (admin) => {
      await admin`drop database if exists ${admin(name)} with (force)`;
    });
  return { name, url: withDatabaseName(url, name), others, drop };
}

/** Runs `work` on the address's database, or on `postgres` if that database is missing, as after its loss. */
async function withAdmin<Result>(
  url: string,
  work: (admin: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  try {
    return await connected(url, work);
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    if (error.code === "3D000") return connected(withDatabaseName(url, "postgres"), work);
    if (error.code === "42501")
      throw new CannotRestore(
        `The database refuses: ${error.message}. Let the role create databases (ALTER ROLE … CREATEDB), or name another server in --server.`,
      );
    throw error;
  }
}

async function connected<Result>(
  url: string,
  work: (admin: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const address = readAddress(url);
  const hosts = address.hosts.length > 1 ? createHosts(address) : undefined;
  const admin = postgres({
    ...driverOptions(address, hosts),
    max: 1,
    prepare: false,
    fetch_types: false,
    onnotice: () => {},
  });
  try {
    return await work(admin);
  } finally {
    await admin.end({ timeout: 5 });
  }
}
