import type { Db } from "./types.ts";

/**
 * Runs work that needs several statements to stand or fall together; inside it only the handle that
 * it is given. When the connection dies, this rejects, and what is left of the work reaches nothing:
 * the driver's patch sees to it.
 */
export function inTransaction<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(work);
}
