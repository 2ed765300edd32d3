import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { casing } from "./casing.ts";
import { migrateServer } from "./migrate.ts";
import * as schema from "./schema/index.ts";
import { guardTransactions } from "./transaction.ts";
import type { ConnectOptions, OpenDb } from "./types.ts";

/**
 * Opens PostgreSQL. `?prepare=false` in the address switches prepared statements off, for poolers
 * that cannot track them.
 */
export async function openServer(url: string, options: ConnectOptions): Promise<OpenDb> {
  const { onStatement, isPatient = false } = options;
  const address = new URL(url);
  const prepare = address.searchParams.get("prepare") !== "false";
  address.searchParams.delete("prepare");
  await migrateServer(address.href);
  const client = guardTransactions(
    postgres(address.href, {
      max: options.connections ?? 8,
      prepare,
      ...unlimitedPipeline,
      connect_timeout: 3,
      // the driver's own grows to 20 s for all connections together, which stops everything
      backoff: () => 0.02,
      onnotice: () => {},
      connection: { application_name: "stampbook", ...(prepare && !isPatient ? patience : {}) },
    }),
  );
  const db = drizzle({
    client,
    schema,
    casing,
    ...(onStatement ? { logger: { logQuery: (text: string) => onStatement(text) } } : {}),
  });
  return { db, kind: "server", close: () => client.end({ timeout: 5 }) };
}

/** A BEGIN as the 101st pipelined statement ends the process in postgres.js 3.4.9; its types lack this setting. */
const unlimitedPipeline = { max_pipeline: 1_000_000 };

/** Waits end in this order: for a lock, for the statement. Poolers refuse such start-up settings. */
const patience = {
  lock_timeout: 1_000,
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
};
