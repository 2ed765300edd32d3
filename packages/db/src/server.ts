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
  const { onStatement, isPatient = false, migrate = true, onWait = () => {} } = options;
  const address = new URL(url);
  const prepare = address.searchParams.get("prepare") !== "false";
  address.searchParams.delete("prepare");
  if (migrate) await migrateServer(address.href, onWait);
  const client = guardTransactions(
    postgres(address.href, {
      max: options.connections ?? 8,
      prepare,
      ...unlimitedPipeline,
      connect_timeout: 3,
      // the driver's own grows to 20 s for all connections together, which stops everything
      backoff: () => 0.02,
      onnotice: () => {},
      connection: {
        application_name: isPatient ? "stampbook command" : "stampbook",
        ...(prepare ? (isPatient ? endless : patience) : {}),
      },
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

/**
 * Waits end in this order: for a deadlock, which PostgreSQL looks for after a second and which is tried
 * again; for a lock; for the statement. Poolers refuse such start-up settings.
 */
const patience = {
  lock_timeout: 1_100,
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** What the server takes at most, 24 days: a 0, for no end, is left out by the driver. */
const ENDLESS = 2_147_483_647;

/** Said, as the role may have bounds of its own. */
const endless = {
  lock_timeout: ENDLESS,
  statement_timeout: ENDLESS,
  idle_in_transaction_session_timeout: ENDLESS,
};
