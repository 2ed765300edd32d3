import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { accountForData } from "./account.ts";
import { npmBinaries } from "./binaries.ts";
import { filesIn, hasEmbeddedDatabase } from "./files.ts";
import { freePort } from "./free-port.ts";
import { endOrphan } from "./orphan.ts";
import { type Cluster, createCluster, startServer } from "./postgres-server.ts";
import { createOwnDatabase } from "./sessions.ts";

/** Sessions of commands beside those of the owner. */
const SPARE_CONNECTIONS = 40;
const START_AGAIN_MS = 1_000;

const creation = [
  // PostgreSQL's own Unicode locale, so that sorting and lower case are the same on every machine
  "--locale=C",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  // needs no /dev/shm, which containers often make small or read-only
  "--set=dynamic_shared_memory_type=mmap",
];

/** A server that this process owns. */
export type OwnServer = { readonly port: number; readonly stop: () => Promise<void> };

/**
 * Starts the server of a directory, and creates its data first if there is none. If the server ends
 * unexpectedly, it is started again at the same port. Only the owner of the directory may call this.
 */
export async function startOwnServer(directory: string, connections: number): Promise<OwnServer> {
  const { data, log, password } = filesIn(directory);
  if (!hasEmbeddedDatabase(directory)) await createData(directory);
  await endOrphan(data);
  if (existsSync(log)) renameSync(log, `${log}.1`);
  const port = await freePort();
  const cluster = { bin: npmBinaries(), data, account: ownerOf(data) };
  let isStopping = false;
  const start = async () => {
    const server = await startServer(cluster, log, settingsFor(port, connections));
    server.once("exit", () => {
      running = startAgain();
    });
    return server;
  };
  const startAgain = async (): Promise<ChildProcess | undefined> => {
    while (!isStopping) {
      try {
        return await start();
      } catch {
        // the reason is in the log; calls get 503 meanwhile
        await pause(START_AGAIN_MS, undefined, { ref: false });
      }
    }
    return undefined;
  };
  let running: Promise<ChildProcess | undefined> = start();
  await running;
  const stop = async () => {
    isStopping = true;
    const server = await running;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    server.ref();
    const ended = once(server, "exit");
    // a fast shutdown: open transactions are rolled back
    server.kill("SIGINT");
    await ended;
  };
  try {
    await createOwnDatabase(password, port);
  } catch (cause) {
    await stop();
    throw cause;
  }
  return { port, stop };
}

/** Creates the data under another name first, so that an interrupted creation leaves no half of it. */
async function createData(directory: string) {
  const { data, unfinished, password } = filesIn(directory);
  rmSync(unfinished, { recursive: true, force: true });
  if (!existsSync(password))
    writeFileSync(password, randomBytes(24).toString("base64url"), { mode: 0o600, flush: true });
  const cluster: Cluster = { bin: npmBinaries(), data: unfinished, account: accountForData() };
  await createCluster(cluster, password, creation);
  renameSync(unfinished, data);
}

/** Returns the account that owns the data; undefined if this process is not root. */
function ownerOf(data: string) {
  const { uid, gid } = statSync(data);
  return process.getuid?.() === 0 ? { uid, gid } : undefined;
}

function settingsFor(port: number, connections: number) {
  return {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: connections + SPARE_CONNECTIONS,
    shared_buffers: "64MB",
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    io_method: "sync",
    jit: "off",
    timezone: "UTC",
    // what the server does, but no refused statement: its text and details may name customers
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
  };
}
