import { sql } from "drizzle-orm";
import { now } from "../clock.ts";
import { withoutParameters } from "../errors.ts";
import type { Db } from "../types.ts";
import { run, statement } from "./statement.ts";

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

const time = statement<string>("time", {}, sql`to_json(${now})`);

/** The database's time plus an offset, for an UPDATE of a transaction: there `now` may not be evaluated. */
export function timeOf(db: Db, offsetMs: number): Promise<string> {
  return run(db, time, { offsetMs });
}
