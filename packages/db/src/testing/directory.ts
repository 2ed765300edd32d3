import { type ChildProcess, spawn } from "node:child_process";
import {
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { type Account, accountForData } from "../embedded/account.ts";

/** A temporary directory that is removed when this process ends for any reason. */
export type OwnedDirectory = {
  readonly path: string;
  /** The account that runs the server; undefined if this process is not root. */
  readonly account: Account | undefined;
  /** Sets the server that the watchdog stops before it removes the directory; 0 if the server has ended. */
  readonly watch: (pid: number) => void;
  /** Stops the server and removes the directory. */
  readonly remove: () => Promise<void>;
};

const PREFIX = "stampbook-test-";
/** Linux's file system in memory. */
const MEMORY = "/dev/shm";
/** The free bytes that `MEMORY` must have: several times the size of one run's databases. */
const LEAST_MEMORY = 4 * 1024 ** 3;

/**
 * Creates a directory for this process. With `isInMemory` the directory is in memory, if enough memory is
 * free. It is then lost when the machine stops. Creating and dropping a database in memory takes a third of
 * the processor time that it takes on disk.
 */
export function ownDirectory({ isInMemory = false } = {}): OwnedDirectory {
  const account = accountForData();
  const first = isInMemory && hasMemory() ? MEMORY : tmpdir();
  const places = account ? [first, tmpdir(), "/tmp", "/var/tmp"].filter(openToAll) : [first];
  const place = places[0] ?? tmpdir();
  removeLeftovers(place);
  const path = mkdtempSync(join(place, `${PREFIX}${process.pid}-`));
  if (account) chownSync(path, account.uid, account.gid);
  const watchdog = spawn(
    process.execPath,
    [fileURLToPath(new URL("./watchdog.ts", import.meta.url)), path],
    { stdio: ["pipe", "ignore", "ignore"], detached: true, cwd: place },
  );
  unref(watchdog, watchdog.stdin);
  return {
    path,
    account,
    watch: (pid) => watchdog.stdin.write(`${pid}\n`),
    remove: () =>
      new Promise((resolve) => {
        if (watchdog.exitCode !== null || watchdog.signalCode !== null) resolve();
        watchdog.ref();
        watchdog.once("exit", () => resolve());
        watchdog.stdin.end();
      }),
  };
}

/** Whether `MEMORY` exists, allows programs to run from it, and has enough room. */
function hasMemory(): boolean {
  try {
    const mounted = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(readFileSync("/proc/mounts", "utf8"));
    const options = mounted?.[1]?.split(",") ?? ["noexec"];
    const { bavail, bsize } = statfsSync(MEMORY);
    const room = Math.min(bavail * bsize, process.availableMemory());
    return options.includes("rw") && !options.includes("noexec") && room >= LEAST_MEMORY;
  } catch {
    return false;
  }
}

/** Lets this process end while the watchdog and its pipe are still open. */
function unref(child: ChildProcess, pipe: Writable & { unref?: () => void }) {
  child.unref();
  pipe.unref?.();
  pipe.on("error", () => {});
}

/**
 * Removes directories of processes that were killed together with their watchdog. A server that still uses
 * such a directory ends once the directory is gone.
 */
function removeLeftovers(place: string) {
  for (const name of readdirSync(place)) {
    const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : 0;
    if (!owner || alive(owner)) continue;
    try {
      rmSync(join(place, name), { recursive: true, force: true });
    } catch {
      // the directory's watchdog, or another run, is removing it now
    }
  }
}

/** Whether an account other than root can enter every directory of a path. */
function openToAll(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "EPERM";
  }
}
