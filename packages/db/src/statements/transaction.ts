import type { Db } from "../types.ts";

/**
 * Runs several statements in one transaction. Use only the given handle inside it. If the connection
 * dies, this rejects, and the driver's patch keeps the rest of the work from reaching any connection.
 */
export function inTransaction<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(work);
}
