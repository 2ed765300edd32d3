import { type Db, oracle, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { BrokenInvariant } from "../types.ts";

/** The most broken rows to report per merchant. The first ones show what went wrong. */
const MOST = 200;

const find = statement<Omit<BrokenInvariant, "merchantId">[]>(
  "find_broken_invariants",
  { broken: oracle },
  sql`(select coalesce(json_agg(json_build_object(
      'invariant', invariant, 'subject', subject, 'detail', detail)), '[]')
    from (select * from broken limit ${sql.raw(String(MOST))}) b)`,
);

/** The broken rows of one merchant, found by the oracle. */
export function findBroken(
  db: Db,
  merchantId: number,
): Promise<Omit<BrokenInvariant, "merchantId">[]> {
  return run(db, find, { merchantId });
}
