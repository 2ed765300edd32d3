import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { casing } from "../casing.ts";
import { migrate as applyMigrations } from "../migrating/migrate.ts";
import { connectionsOf } from "../pool/driver.ts";
import { createGate } from "../pool/gate.ts";
import { gated } from "../pool/gated.ts";
import { DEADLINE_MARGIN_MS, DEPTH, limits } from "../pool/limits.ts";
import { watchConnections } from "../pool/watch.ts";
import * as schema from "../schema/index.ts";
import { asStatement } from "../statements/names.ts";
import type { ConnectOptions, OpenDb } from "../types.ts";
import { type DatabaseAddress, readAddress } from "./address.ts";
import { createHosts, driverOptions } from "./hosts.ts";
import { planOnce } from "./plan-once.ts";
import { behindPooler } from "./pooler.ts";
import { type Route, routeTo } from "./route.ts";
import { askServer, type Bounds, ENDLESS, sessionSettings } from "./server-state.ts";

/**
 * Opens PostgreSQL, directly or through a pooler. Detects the pooler itself. Resolves once a connection of
 * the pool has answered a first statement. Rejects with the reason if that fails.
 */
export async function openServer(url: string, options: ConnectOptions): Promise<OpenDb> {
  const { onStatement, isPatient = false, migrate = true } = options;
  const { onWait = () => {}, onMigrated = () => {}, onEnd } = options;
  const address = readAddress(url);
  const pool = { ...limits, ...options };
  const bounds = isPatient ? endless : patience(pool);
  const takesFirst = address.target === "any" && address.hosts.length < 2;
  const hosts = takesFirst ? undefined : createHosts(address);
  const silenceMs = isPatient ? PATIENT_CONNECT_MS : pool.connectTimeoutMs;
  const shared = {
    ...driverOptions(address, hosts),
    connect_timeout: silenceMs / 1_000,
    onnotice: () => {},
  };

  const connectOnce = () => postgres({ ...shared, max: 1, prepare: false });
  const first = connectOnce();
  const route = await (async () => {
    try {
      const found = routeTo(address, bounds, await askServer(first), await hosts?.choose());
      const applied = migrate
        ? await applyMigrations(first, { onWait, connectAgain: connectOnce })
        : [];
      if (applied.length) onMigrated(applied);
      return found;
    } finally {
      await first.end({ timeout: 5 });
    }
  })();

  // with a pooler only 1, because the pooler gives the server connection to another client after each
  // statement
  const depth = route.hasPooler ? 1 : DEPTH;
  const bare = Array.from({ length: pool.connections }, () =>
    postgres({ ...shared, ...connectionOptions(address, route, bounds, pool), max: 1 }),
  );
  const clients = bare.map((each) =>
    route.boundBy === "connection" ? each : behindPooler(each, bounds, route.boundBy === "role"),
  );
  const states = bare.map(connectionsOf);
  const gate = createGate({
    connections: pool.connections,
    depth,
    isOpen: (connection) => states[connection]?.some(({ peer }) => peer) ?? false,
    queueLimit: isPatient ? Number.POSITIVE_INFINITY : pool.queueLimit,
    queueWaitMs: isPatient ? Number.POSITIVE_INFINITY : pool.queueWaitMs,
    onEnd: onEnd && ((ended) => onEnd(asStatement(ended))),
  });
  const stopWatching = watchConnections(states.flat(), {
    probeMs: silenceMs,
    deadlineMs: isPatient ? Number.POSITIVE_INFINITY : pool.statementTimeoutMs + DEADLINE_MARGIN_MS,
  });
  const db = drizzle({
    client: gated(clients, gate, depth),
    schema,
    casing,
    ...(onStatement ? { logger: { logQuery: (text: string) => onStatement(text) } } : {}),
  });
  // drizzle has set how the first client reads and writes types such as dates; copy that to the other clients
  for (const { options } of bare) {
    Object.assign(options.parsers, bare[0]?.options.parsers);
    Object.assign(options.serializers, bare[0]?.options.serializers);
  }
  const close = async () => {
    await Promise.all(bare.map((each) => each.end({ timeout: 5 }))).finally(stopWatching);
  };
  try {
    await clients[0]?.unsafe("select 1");
  } catch (error) {
    await close();
    throw error;
  }
  const { load, waitedMs } = gate;
  return { db, connections: pool.connections, route, load, waitedMs, close };
}

/** Returns the driver's options for each connection of the pool. */
const connectionOptions = (
  { session }: DatabaseAddress,
  { prepares, boundBy }: Route,
  bounds: Bounds,
  { maxLifetimeS, isPatient = false }: typeof limits & ConnectOptions,
) => ({
  prepare: prepares,
  // arrays are sent and read as text, so the driver need not look up their types on each connection
  fetch_types: false,
  // the number of statements sent behind an unanswered one
  ...{ max_pipeline: DEPTH - 1 },
  keep_alive: KEEP_ALIVE_S,
  max_lifetime: lifetimes(maxLifetimeS),
  // in seconds; the driver's own back-off grows to 20 s
  backoff: () => 0.02,
  connection: {
    application_name: isPatient ? "stampbook command" : "stampbook",
    ...(boundBy === "connection"
      ? { ...bounds, ...planOnce, ...sessionSettings, ...neverIdle }
      : {}),
    ...session,
  },
});

/** A server that ended a connection of the pool because it was idle would lose the call that uses it then. */
const neverIdle = { idle_session_timeout: ENDLESS };

/** A command has no caller who could retry, so it waits longer for a connection than the service does. */
const PATIENT_CONNECT_MS = 60_000;

/** Seconds until TCP checks an idle connection. A connection to a vanished host closes within about 20 s. */
const KEEP_ALIVE_S = 10;

/**
 * Returns a function that returns a random lifetime for each connection, from half of `longestS` to all of
 * it. The driver accepts a function, but its types allow only a number.
 */
function lifetimes(longestS: number): number {
  return (() => longestS * (0.5 + Math.random() / 2)) as unknown as number;
}

/**
 * Returns the time-outs of the service. PostgreSQL detects deadlocks after 1 s, and the service retries them.
 * So the lock time-out must be longer than 1 s, and the statement time-out longer still.
 */
const patience = ({ lockTimeoutMs, statementTimeoutMs }: typeof limits): Bounds => ({
  lock_timeout: lockTimeoutMs,
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: 60_000,
});

/** `ENDLESS` instead of no setting, because the role may have its own time-outs. */
const endless: Bounds = {
  lock_timeout: ENDLESS,
  statement_timeout: ENDLESS,
  idle_in_transaction_session_timeout: ENDLESS,
};
