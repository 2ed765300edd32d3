import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

/** The directory is open in another process, which owns it. */
export class DatabaseInUse extends Error {
  override readonly name = "DatabaseInUse";
  readonly pid: number;
  constructor(pid: number, directory: string) {
    super(
      `The embedded database in ${directory} is in use by process ${pid}. Stop that process first (it is likely the server of npm start), or name another database.`,
    );
    this.pid = pid;
  }
}

/** Lock files of this process: in a container the next start has the pid of the last. */
const held = new Set<string>();

/**
 * Takes a directory for this process, and tells how to leave it. PGlite itself lets two processes open
 * one directory, and then loses rows.
 */
export function own(directory: string): () => void {
  const file = resolve(directory, "owner.lock");
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      held.add(file);
      return () => {
        held.delete(file);
        rmSync(file, { force: true });
      };
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
      const owner = Number(readFileSync(file, "utf8"));
      if (owner === process.pid ? held.has(file) : alive(owner))
        throw new DatabaseInUse(owner, directory);
      rmSync(file, { force: true });
    }
  }
}

export function alive(pid: number): boolean {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "EPERM";
  }
}
