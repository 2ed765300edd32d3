import type { Db } from "../types.ts";

/**
 * Runs several statements in one transaction. Inside the transaction, use only the given handle. If the
 * connection dies, the call rejects. The driver's patch then keeps the rest of the work from reaching any
 * connection.
 */
export function inTransaction<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(work);
}
