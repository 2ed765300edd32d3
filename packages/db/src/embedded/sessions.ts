import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { USER } from "./postgres-server.ts";

const LOOK_AGAIN_MS = 100;

/** Returns the address of the database on a server on loopback. */
export function addressOf(passwordFile: string, port: number, database = USER): string {
  const password = readFileSync(passwordFile, "utf8");
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/** Creates our database on a new server. */
export async function createOwnDatabase(passwordFile: string, port: number): Promise<void> {
  await withAdmin(addressOf(passwordFile, port, "postgres"), async (admin) => {
    const [found] = await admin`select from pg_database where datname = ${USER}`;
    if (!found) await admin`create database ${admin(USER)}`;
  });
}

/**
 * Resolves once no other process has a session on the server. Calls `onWait` once if that takes more than a
 * second.
 */
export async function waitUntilUnused(
  address: string,
  onWait: (says: string) => void,
): Promise<void> {
  await withAdmin(address, async (admin) => {
    for (let looks = 0; ; looks++) {
      if (looks === 10)
        onWait(
          "Waiting for another command, which uses the database server that this one started.",
        );
      const [other] = await admin`select from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`;
      if (!other) return;
      await pause(LOOK_AGAIN_MS);
    }
  });
}

async function withAdmin(address: string, work: (admin: postgres.Sql) => Promise<void>) {
  const admin = postgres(address, { max: 1, onnotice: () => {}, fetch_types: false });
  try {
    await work(admin);
  } finally {
    await admin.end({ timeout: 5 });
  }
}
