import { chmodSync, mkdirSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { casing } from "../casing.ts";
import { migrateEmbedded } from "../migrate.ts";
import { createGate } from "../pool/gate.ts";
import { gatedEmbedded } from "../pool/gated.ts";
import { limits } from "../pool/limits.ts";
import * as schema from "../schema/index.ts";
import { lookAtDatabase } from "../statements/look.ts";
import type { ConnectOptions, OpenDb } from "../types.ts";
import { databaseFolder } from "./embedded-files.ts";
import { keepStatements } from "./kept-statements.ts";
import { own } from "./owner.ts";
import { planOnce } from "./plan-once.ts";

/** PostgreSQL fills its buffers with zeros at each start. Filling the default of 128 MB takes 0.5 s. */
const startParams = [
  ...PGlite.defaultStartParams,
  "-c",
  "shared_buffers=16MB",
  "-c",
  `plan_cache_mode=${planOnce.plan_cache_mode}`,
];

/**
 * Opens the embedded database in a directory, and creates the directory if needed. Throws `DatabaseInUse` if
 * the directory is already open.
 */
export async function openEmbedded(directory: string, options: ConnectOptions): Promise<OpenDb> {
  const { onStatement, isPatient = false, migrate = true, embeddedModule } = options;
  const pool = { ...limits, ...options };
  keepToOwner(directory);
  const release = own(directory);
  try {
    const client = await PGlite.create({
      dataDir: databaseFolder(directory),
      startParams,
      ...(embeddedModule ? { pgliteWasmModule: embeddedModule } : {}),
    });
    const gate = createGate({
      connections: 1,
      depth: 1,
      queueLimit: isPatient ? Number.POSITIVE_INFINITY : pool.queueLimit,
      queueWaitMs: isPatient ? Number.POSITIVE_INFINITY : pool.queueWaitMs,
    });
    const db = drizzle({
      client: gatedEmbedded(keepStatements(client), gate),
      schema,
      casing,
      ...(onStatement ? { logger: { logQuery: (text: string) => onStatement(text) } } : {}),
    });
    if (migrate)
      await prepare(db).catch(async (cause) => {
        await client.close();
        throw cause;
      });
    const close = () => client.close().finally(release);
    return {
      db,
      kind: "embedded",
      connections: 1,
      load: gate.load,
      waitedMs: gate.waitedMs,
      close,
    };
  } catch (cause) {
    release();
    throw cause;
  }
}

/**
 * Applies missing migrations. If an unreleased version created the database, throws `DatabaseTooOld` and
 * changes nothing.
 */
async function prepare(db: Parameters<typeof migrateEmbedded>[0]): Promise<void> {
  await lookAtDatabase(db);
  await migrateEmbedded(db);
}

/**
 * Creates a directory that only its owner can enter. PGlite sets the modes of its files itself, so a umask
 * does not protect them.
 */
function keepToOwner(directory: string) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
}
