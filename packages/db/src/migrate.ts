import { fileURLToPath } from "node:url";
import type { PgliteDatabase } from "drizzle-orm/pglite";
import { migrate as migrateByPglite } from "drizzle-orm/pglite/migrator";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as migrateByServer } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import type * as schema from "./schema/index.ts";

const migrationsFolder = fileURLToPath(new URL("../migrations", import.meta.url));

/** Any number that nothing else locks. */
const MIGRATION_LOCK = 7_382_615;

/**
 * Applies what the server lacks, on a connection of its own and under a lock, so that replicas that
 * start together migrate once.
 */
export async function migrateServer(url: string): Promise<void> {
  const client = postgres(url, { max: 1, prepare: false, connect_timeout: 3, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrateByServer(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end({ timeout: 5 });
  }
}

/** Applies what the embedded database lacks; its directory's lock is held already. */
export function migrateEmbedded(db: PgliteDatabase<typeof schema>): Promise<void> {
  return migrateByPglite(db, { migrationsFolder });
}
