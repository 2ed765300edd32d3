import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { casing } from "./casing.ts";
import { migrateEmbedded } from "./migrate.ts";
import { own } from "./owner.ts";
import * as schema from "./schema/index.ts";
import type { ConnectOptions, OpenDb } from "./types.ts";

/** Opens the embedded database in a directory, made where it is missing. One process owns it. */
export async function openEmbedded(directory: string, options: ConnectOptions): Promise<OpenDb> {
  const { onStatement, migrate = true } = options;
  mkdirSync(directory, { recursive: true });
  const release = own(directory);
  try {
    const client = await PGlite.create({ dataDir: join(directory, "database") });
    const db = drizzle({
      client,
      schema,
      casing,
      ...(onStatement ? { logger: { logQuery: (text: string) => onStatement(text) } } : {}),
    });
    if (migrate) await migrateEmbedded(db);
    return { db, kind: "embedded", close: () => client.close().finally(release) };
  } catch (cause) {
    release();
    throw cause;
  }
}
