import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import postgres from "postgres";
import { findBinaries, openToAll } from "./binaries.ts";
import { type OwnedDirectory, ownDirectory } from "./directory.ts";
import { freePort } from "./free-port.ts";

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

const USER = "stampbook";

export async function startPostgres(options: PostgresOptions = {}): Promise<RunningPostgres> {
  const home = ownDirectory({ isInMemory: !options.durable });
  try {
    const password = randomBytes(12).toString("hex");
    const bin = findBinaries(home.account ? openToAll : () => true, home.path);
    await makeCluster(home, bin, password);
    const server = await runCluster(home, bin, password, options);
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
  bin: string,
  password: string,
  options: PostgresOptions,
): Promise<RunningPostgres> {
  const port = await freePort();
  const start = () => startServer(home, bin, port, options);
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

async function makeCluster(home: OwnedDirectory, bin: string, password: string) {
  const secret = join(home.path, "password");
  writeFileSync(secret, password, { mode: 0o600 });
  if (home.account) chownSync(secret, home.account.uid, home.account.gid);
  await promisify(execFile)(
    join(bin, "initdb"),
    [
      `--pgdata=${join(home.path, "data")}`,
      `--username=${USER}`,
      `--pwfile=${secret}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--no-locale",
      "--no-sync",
    ],
    { cwd: home.path, ...home.account },
  );
}

/**
 * The line of the pid file that says whether the server is ready, counted from 0. pg_ctl reads the same line.
 */
const READY_LINE = 7;

async function startServer(
  home: OwnedDirectory,
  bin: string,
  port: number,
  options: PostgresOptions,
): Promise<ChildProcess> {
  const data = join(home.path, "data");
  const log = join(home.path, "server.log");
  // after a crash, the last processes of the old server may use its shared memory a moment longer
  for (let tries = 0; tries < 100; tries++) {
    const output = openSync(log, "a");
    const server = spawn(join(bin, "postgres"), ["-D", data, ...settings(port, options)], {
      cwd: home.path,
      stdio: ["ignore", output, output],
      detached: true,
      ...home.account,
    });
    closeSync(output);
    server.unref();
    server.once("exit", () => home.watch(0));
    home.watch(server.pid ?? 0);
    while (server.exitCode === null && server.signalCode === null) {
      const lines = pidFile(data);
      if (Number(lines[0]) === server.pid && lines[READY_LINE]?.trim() === "ready") return server;
      await pause(5);
    }
    if (!readFileSync(log, "utf8").includes("shared memory block")) break;
    await pause(100);
  }
  throw new Error(`PostgreSQL did not start:\n${readFileSync(log, "utf8").slice(-2_000)}`);
}

function pidFile(data: string): string[] {
  try {
    return readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}

function settings(port: number, options: PostgresOptions): string[] {
  const all = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 200,
    ...(options.durable
      ? {}
      : { fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" }),
    ...options.settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
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
