import { sql } from "drizzle-orm";
import type { Db } from "../types.ts";

/** A merchant that is moved to or from this database, and whose move is not ended. */
export type UnendedMove = {
  readonly merchantId: number;
  readonly state: "open" | "stopped" | "gone";
  readonly address: string | null;
  /** For how many hours the move has begun. */
  readonly hours: number;
};

export async function lookAtMoves(db: Db): Promise<readonly UnendedMove[]> {
  return db
    .select({
      merchantId: sql<number>`merchant_id::float8`,
      state: sql<UnendedMove["state"]>`state`,
      address: sql<string | null>`address`,
      hours: sql<number>`extract(epoch from clock_timestamp() - created_at)::float8 / 3600`,
    })
    .from(sql`merchant_moves`)
    .orderBy(sql`merchant_id`);
}

/**
 * SQL that is true for merchants whose calls are done in this database. Background work leaves out the others:
 * their writes are refused, and a message is sent by the installation that has the merchant.
 */
export const isHere = (merchantId: string) =>
  sql.raw(`${merchantId} not in (select merchant_id from merchant_moves where state <> 'open')`);
