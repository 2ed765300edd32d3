import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The directory is already open, in another process or in this one. */
export class DatabaseInUse extends Error {
  override readonly name = "DatabaseInUse";
  /** The process that has the directory open; 0 if its id is unknown. */
  readonly pid: number;
  constructor(pid: number, directory: string) {
    const who = pid ? `process ${pid}` : "another process";
    super(
      `The embedded database in ${directory} is in use by ${who}. Stop that process first (it is likely the server of npm start), or name another database.`,
    );
    this.pid = pid;
  }
}

/**
 * Locks a directory for this process, and returns a function that unlocks it. Throws `DatabaseInUse` if
 * another process, or this one, has locked the directory. PGlite itself lets two processes open one
 * directory, and then loses rows.
 *
 * The lock is a lock of the operating system, which drops it when the process ends for any reason. A file
 * with a process id cannot do this: after a reboot or in a container the id belongs to another process. Node
 * has no file locks, but includes SQLite, which locks its files on Linux, macOS and Windows.
 */
export function own(directory: string): () => void {
  // The lock file is never removed. A process that locks the removed file and a process that creates a new
  // one would both own the directory.
  const lock = new DatabaseSync(resolve(directory, "owner.sqlite"));
  const note = resolve(directory, "owner.lock");
  try {
    lock.exec("begin exclusive");
  } catch (cause) {
    lock.close();
    if ((cause as { errcode?: number }).errcode !== BUSY) throw cause;
    throw new DatabaseInUse(pidIn(note), directory);
  }
  // another process reads this id for its `DatabaseInUse`; earlier versions check only this file
  writeFileSync(note, String(process.pid));
  return () => {
    writeFileSync(note, "");
    lock.close();
  };
}

/** SQLITE_BUSY: the lock is held, by another process or by this one. */
const BUSY = 5;

function pidIn(note: string): number {
  try {
    return Number(readFileSync(note, "utf8")) || 0;
  } catch {
    return 0;
  }
}
