import { withoutParameters } from "../errors.ts";
import type { Db } from "../types.ts";

/**
 * Runs several statements in one transaction. Inside the transaction, use only the given handle. If the
 * connection dies, the call rejects. The driver's patch then keeps the rest of the work from reaching any
 * connection. Errors of the database come without parameters, of queries that drizzle built too.
 */
export async function inTransaction<Result>(
  db: Db,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction(work);
  } catch (error) {
    throw withoutParameters(error);
  }
}
