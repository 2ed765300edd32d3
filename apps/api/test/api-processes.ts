// Vitest's global setup: starts the API processes that the contract suites call.
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTestDatabase, currentRun, startPgbouncer } from "@stampbook/db/testing";
import type { TestProject } from "vitest/node";
import { killServers, startServer } from "./server-process.ts";

/** The API processes that all contract suites of one worker share, because a start takes a second. */
export type ApiProcesses = {
  /** The address of their database, which only this worker uses. */
  readonly database: string;
  readonly addresses: readonly string[];
  /** Their secret key. */
  readonly secretKey: string;
  /** The file to which they log. */
  readonly log: string;
};

declare module "vitest" {
  interface ProvidedContext {
    /** One for each worker. */
    readonly apiProcesses: readonly ApiProcesses[];
  }
}

/**
 * Starts the bundle of `npm start`, once for each worker. For the script `contract:pgbouncer`, it starts
 * three replicas for each worker instead. They use a PgBouncer in transaction mode that has fewer connections
 * to the server than the replicas have to PgBouncer. The returned function stops the processes, and throws if
 * one does not end with 0.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { env = {}, maxWorkers } = project.config;
  const start = env.CONTRACT_BEHIND === "pgbouncer" ? startPooled : startAlone;
  try {
    const all = await Promise.all(Array.from({ length: maxWorkers }, (_, n) => start(`api-${n}`)));
    project.provide(
      "apiProcesses",
      all.map(({ processes }) => processes),
    );
    return async () => {
      try {
        for (const { stop } of all) await stop();
      } finally {
        killServers();
      }
    };
  } catch (cause) {
    killServers();
    throw cause;
  }
}

type Started = { readonly processes: ApiProcesses; readonly stop: () => Promise<void> };

async function startAlone(name: string): Promise<Started> {
  const { url, close } = await createTestDatabase();
  return startProcesses(name, { database: url, behind: url, replicas: 1, close });
}

async function startPooled(name: string): Promise<Started> {
  const { url, close } = await createTestDatabase();
  const pooler = await startPgbouncer(url, { default_pool_size: 10 });
  return startProcesses(name, {
    database: url,
    behind: pooler.url,
    replicas: 3,
    // the pooler's connections must end before the database is dropped
    close: () => pooler.stop().then(close),
  });
}

type Wanted = {
  readonly database: string;
  /** The address by which the processes reach the database. */
  readonly behind: string;
  readonly replicas: number;
  /** Runs after the processes have ended. */
  readonly close: () => Promise<void>;
};

async function startProcesses(
  name: string,
  { database, behind, replicas, close }: Wanted,
): Promise<Started> {
  const log = join(currentRun().directory, `${name}.log`);
  const secretKey = "a key of the API processes of the tests";
  writeFileSync(log, "");
  const servers = Array.from({ length: replicas }, () => {
    const server = startServer({
      // in production no demo is loaded
      NODE_ENV: "production",
      REQUIRE_HTTPS: "false",
      // all connections come from loopback, so tests set the client's address in X-Forwarded-For
      TRUSTED_PROXIES: "127.0.0.1",
      SHUTDOWN_DELAY_MS: "0",
      PUBLIC_URL: "http://127.0.0.1:3000",
      DATABASE_URL: behind,
      SECRET_KEY: secretKey,
    });
    for (const output of [server.child.stdout, server.child.stderr])
      output?.on("data", (chunk: Buffer) => appendFileSync(log, chunk));
    return server;
  });
  const addresses = await Promise.all(servers.map((server) => server.address()));
  const stop = async () => {
    for (const { child } of servers) child.kill("SIGTERM");
    const codes = await Promise.all(servers.map((server) => server.ended));
    await close();
    for (const [at, server] of servers.entries())
      if (codes[at] !== 0)
        throw new Error(`The API ended with ${codes[at]}: ${server.said().slice(-2_000)}`);
  };
  return { processes: { database, addresses, secretKey, log }, stop };
}
