import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { freePort } from "../embedded/free-port.ts";
import { type Cluster, createCluster, startServer, USER } from "../embedded/postgres-server.ts";
import { findBinaries } from "./binaries.ts";
import { type OwnedDirectory, ownDirectory } from "./directory.ts";

export type PostgresOptions = {
  /**
   * Whether writes reach the disk before they are acknowledged. Default: false, which is faster. If false and
   * enough memory is free, the data directory is in memory.
   */
  readonly durable?: boolean;
  /** Further server settings, by name. */
  readonly settings?: Readonly<Record<string, string | number>>;
};

/** A PostgreSQL server on loopback. It ends with this process. */
export type RunningPostgres = {
  /** An empty database; `connect({ url })` migrates it. */
  readonly url: string;
  /** The database `postgres`, used to create and drop others. */
  readonly adminUrl: string;
  /** The server's process id; it changes with a restart. */
  readonly pid: number;
  /** The directory of the data and of `server.log`. */
  readonly directory: string;
  /** Ends the server and removes its data. */
  readonly stop: () => Promise<void>;
  /** Kills the server and all its processes without warning, like a crash. */
  readonly kill9: () => Promise<void>;
  /** Starts the server again at the same address, and stops it first if it still runs. */
  readonly restart: () => Promise<void>;
};

export async function startPostgres(options: PostgresOptions = {}): Promise<RunningPostgres> {
  const home = ownDirectory({ isInMemory: !options.durable });
  try {
    const password = randomBytes(12).toString("hex");
    await makeCluster(home, clusterIn(home), password);
    const server = await runCluster(home, password, options);
    await createDatabase(server.adminUrl, USER);
    return server;
  } catch (cause) {
    await home.remove();
    throw cause;
  }
}

/** Starts a server on data that exists already. */
export async function runCluster(
  home: OwnedDirectory,
  password: string,
  options: PostgresOptions,
): Promise<RunningPostgres> {
  const port = await freePort();
  const log = join(home.path, "server.log");
  const start = () =>
    startServer(clusterIn(home), log, settings(port, options), (server) => {
      home.watch(server.pid ?? 0);
      server.once("exit", () => home.watch(0));
    });
  let server = await start();
  const address = (database: string) =>
    `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
  return {
    url: address(USER),
    adminUrl: address("postgres"),
    directory: home.path,
    get pid() {
      return server.pid ?? 0;
    },
    stop: home.remove,
    kill9: () => end(server, "SIGKILL"),
    restart: async () => {
      await end(server, "SIGINT");
      server = await start();
    },
  };
}

export async function createDatabase(adminUrl: string, name: string): Promise<void> {
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await admin`create database ${admin(name)}`;
  } finally {
    await admin.end();
  }
}

async function makeCluster(home: OwnedDirectory, cluster: Cluster, password: string) {
  const secret = join(home.path, "password");
  writeFileSync(secret, password, { mode: 0o600 });
  await createCluster(cluster, secret, ["--no-locale", "--no-sync"]);
}

function clusterIn({ path, account }: OwnedDirectory): Cluster {
  return { bin: findBinaries(), data: join(path, "data"), account };
}

function settings(port: number, options: PostgresOptions) {
  return {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 200,
    ...(options.durable
      ? {}
      : { fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" }),
    ...options.settings,
  };
}

async function end(server: ChildProcess, signal: "SIGKILL" | "SIGINT") {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.ref();
  const ended = once(server, "exit");
  const parts = signal === "SIGKILL" ? children(server.pid ?? 0) : [];
  server.kill(signal);
  for (const pid of parts) {
    try {
      process.kill(pid, signal);
    } catch {
      // the process has already ended, because it noticed that the server is gone
    }
  }
  await ended;
}

/**
 * The ids of a process's children. Empty without /proc: there, children end by themselves after the server.
 */
function children(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      .split(" ")
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}
