import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { readAddress } from "./address.ts";
import { casing } from "./casing.ts";
import { createHosts, driverOptions } from "./hosts.ts";
import { migrateServer } from "./migrate.ts";
import { connectionsOf } from "./pool/driver.ts";
import { createGate } from "./pool/gate.ts";
import { gatedServer } from "./pool/gated.ts";
import { DEADLINE_MARGIN_MS, DEPTH, limits } from "./pool/limits.ts";
import { watchConnections } from "./pool/watch.ts";
import { behindPooler } from "./pooler.ts";
import { routeTo } from "./route.ts";
import * as schema from "./schema/index.ts";
import { askServer, type Bounds, ENDLESS } from "./server-state.ts";
import type { ConnectOptions, OpenDb } from "./types.ts";

/**
 * Opens PostgreSQL, directly or through a pooler, which it notices by itself. Resolves when a
 * statement was answered on the way that all others will take; rejects with the reason otherwise.
 */
export async function openServer(url: string, options: ConnectOptions): Promise<OpenDb> {
  const { onStatement, isPatient = false, migrate = true, onWait = () => {} } = options;
  const address = readAddress(url);
  const pool = { ...limits, ...options };
  const bounds = isPatient ? endless : patience(pool);
  const hosts = address.target === "any" ? undefined : createHosts(address);
  const silenceMs = isPatient ? PATIENT_CONNECT_MS : pool.connectTimeoutMs;
  const shared = {
    ...driverOptions(address, hosts),
    connect_timeout: silenceMs / 1_000,
    onnotice: () => {},
  };

  const first = postgres({ ...shared, max: 1, prepare: false });
  const route = await (async () => {
    try {
      const found = routeTo(address, bounds, await askServer(first), await hosts?.choose());
      if (migrate) await migrateServer(first, onWait);
      return found;
    } finally {
      await first.end({ timeout: 5 });
    }
  })();

  // a pooler gives the connection to somebody else after each statement
  const depth = route.hasPooler ? 1 : DEPTH;
  const bare = postgres({
    ...shared,
    max: pool.connections,
    prepare: route.prepares,
    // arrays are sent and read as text, so it need not ask for their types on each connection
    fetch_types: false,
    // further ones on a connection than the first
    ...{ max_pipeline: DEPTH - 1 },
    keep_alive: KEEP_ALIVE_S,
    max_lifetime: lifetimes(pool.maxLifetimeS),
    // the driver's own grows to 20 s for all connections together, which stops everything
    backoff: () => 0.02,
    connection: {
      application_name: isPatient ? "stampbook command" : "stampbook",
      ...(route.boundBy === "connection" ? bounds : {}),
      ...address.session,
    },
  });
  const client =
    route.boundBy === "connection" ? bare : behindPooler(bare, bounds, route.boundBy === "role");
  const gate = createGate({
    places: pool.connections * depth,
    queueLimit: isPatient ? Number.POSITIVE_INFINITY : pool.queueLimit,
    queueWaitMs: isPatient ? Number.POSITIVE_INFINITY : pool.queueWaitMs,
  });
  const stopWatching = watchConnections(connectionsOf(bare), {
    probeMs: silenceMs,
    deadlineMs: isPatient ? Number.POSITIVE_INFINITY : pool.statementTimeoutMs + DEADLINE_MARGIN_MS,
  });
  const db = drizzle({
    client: gatedServer(client, gate, depth),
    schema,
    casing,
    ...(onStatement ? { logger: { logQuery: (text: string) => onStatement(text) } } : {}),
  });
  const close = () => bare.end({ timeout: 5 }).finally(stopWatching);
  try {
    await client.unsafe("select 1");
  } catch (error) {
    await close();
    throw error;
  }
  return { db, kind: "server", route, load: gate.load, close };
}

/** A command has no caller who could retry, so it waits. */
const PATIENT_CONNECT_MS = 60_000;

/** An idle connection to a host that has vanished is closed within some 20 s. */
const KEEP_ALIVE_S = 10;

/** The driver asks this for each connection; its types know the number alone. */
function lifetimes(longestS: number): number {
  return (() => longestS * (0.5 + Math.random() / 2)) as unknown as number;
}

/**
 * Waits end in this order: for a deadlock, which PostgreSQL looks for after a second and which is tried
 * again; for a lock; for the statement.
 */
const patience = ({ lockTimeoutMs, statementTimeoutMs }: typeof limits): Bounds => ({
  lock_timeout: lockTimeoutMs,
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: 60_000,
});

/** Said, as the role may have bounds of its own. */
const endless: Bounds = {
  lock_timeout: ENDLESS,
  statement_timeout: ENDLESS,
  idle_in_transaction_session_timeout: ENDLESS,
};
