import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { filesIn } from "./files.ts";

/** Another `npm start` has the directory open. */
export class DatabaseInUse extends Error {
  override readonly name = "DatabaseInUse";
  /** The process that has the directory open; 0 if its id is unknown. */
  readonly pid: number;
  constructor(pid: number, directory: string) {
    super(
      `The embedded database in ${directory} is in use by ${describe(pid)}, likely the server of another npm start. Stop it first, or set STAMPBOOK_DATA to another directory.`,
    );
    this.pid = pid;
  }
}

/** The process that owns a directory and its server. */
export type Owner = {
  readonly pid: number;
  /** Whether the owner is the API, which keeps the server until it stops; else it is a command. */
  readonly isApi: boolean;
  /** The server's port on loopback; 0 until the server is ready. */
  readonly port: number;
};

export const describe = (pid: number) => (pid ? `process ${pid}` : "another process");

type Files = ReturnType<typeof filesIn>;

/**
 * Makes this process the owner of a directory. Returns a function that ends the ownership, or null if another
 * process, or this one, is the owner.
 *
 * The lock is a lock of the operating system, which drops it when the process ends for any reason. A file
 * with a process id cannot do this: after a reboot or in a container the id belongs to another process. Node
 * has no file locks, but includes SQLite, which locks its files on Linux, macOS and Windows.
 */
export function own({ lock, owner }: Files): (() => void) | null {
  // The lock file is never removed. A process that locks the removed file and a process that creates a new
  // one would both own the directory.
  const database = new DatabaseSync(lock);
  try {
    database.exec("begin exclusive");
  } catch (cause) {
    database.close();
    if ((cause as { errcode?: number }).errcode !== BUSY) throw cause;
    return null;
  }
  return () => {
    rmSync(owner, { force: true });
    database.close();
  };
}

/** SQLITE_BUSY: the lock is held, by another process or by this one. */
const BUSY = 5;

/** Publishes who the owner is. Only the owner may call this. */
export function announce({ owner }: Files, who: Owner) {
  const draft = `${owner}.new`;
  writeFileSync(draft, JSON.stringify(who));
  renameSync(draft, owner);
}

/** Returns who owns the directory; undefined if no owner has announced itself. */
export function readOwner({ owner }: Files): Owner | undefined {
  try {
    return JSON.parse(readFileSync(owner, "utf8"));
  } catch {
    return undefined;
  }
}
