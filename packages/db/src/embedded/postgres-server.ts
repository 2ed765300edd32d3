import { type ChildProcess, execFile, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { type Account, runAs } from "./account.ts";
import { serverEnvironment } from "./env.ts";

/** The superuser of a new cluster. */
export const USER = "stampbook";

/** PostgreSQL could not create its data, or did not start. The message ends with its own words. */
export class ServerFailed extends Error {
  override readonly name = "ServerFailed";
}

/** The files and the user of a server. */
export type Cluster = {
  /** The directory of `initdb` and `postgres`. */
  readonly bin: string;
  /** The data directory. */
  readonly data: string;
  /** The user that owns the data; undefined for this process's own user. */
  readonly account: Account | undefined;
};

/** Creates the data directory with the superuser `USER`, whose password is in a file. Throws `ServerFailed`. */
export async function createCluster(
  { bin, data, account }: Cluster,
  passwordFile: string,
  options: readonly string[],
): Promise<void> {
  const { file, args } = runAs(account, join(bin, "initdb"), [
    `--pgdata=${data}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    ...options,
  ]);
  try {
    await promisify(execFile)(file, args, { cwd: "/", env: serverEnvironment() });
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    throw new ServerFailed(`PostgreSQL could not create its data in ${data}:\n${stderr.trim()}`);
  }
}

/**
 * The line of the pid file that says whether the server is ready, counted from 0. pg_ctl reads the same line.
 */
const READY_LINE = 7;

/**
 * Starts a server, and resolves once it accepts connections. It is in a process group of its own, so that
 * Ctrl-C reaches only the process that owns it. Throws `ServerFailed` with the end of its log.
 */
export async function startServer(
  { bin, data, account }: Cluster,
  log: string,
  settings: Readonly<Record<string, string | number>>,
  onSpawn: (server: ChildProcess) => void = () => {},
): Promise<ChildProcess> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const { file, args } = runAs(account, join(bin, "postgres"), ["-D", data, ...flags]);
  // after a crash, the last processes of the old server may use its shared memory a moment longer
  for (let tries = 0; tries < 100; tries++) {
    const output = openSync(log, "a");
    const server = spawn(file, args, {
      cwd: "/",
      env: serverEnvironment(),
      stdio: ["ignore", output, output],
      detached: true,
    });
    closeSync(output);
    server.unref();
    onSpawn(server);
    let failure: Error | undefined;
    server.once("error", (error) => {
      failure = error;
    });
    while (server.exitCode === null && server.signalCode === null && !failure) {
      const lines = readPidFile(data);
      if (Number(lines[0]) === server.pid && lines[READY_LINE]?.trim() === "ready") return server;
      await pause(5);
    }
    if (failure) throw failure;
    if (!readFileSync(log, "utf8").slice(-2_000).includes("shared memory block")) break;
    await pause(100);
  }
  throw new ServerFailed(`PostgreSQL did not start:\n${readFileSync(log, "utf8").slice(-2_000)}`);
}

/** Returns the lines of the pid file; none if no server has the data directory. */
export function readPidFile(data: string): string[] {
  try {
    return readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}
