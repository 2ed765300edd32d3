import { type Db, oracle, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { BrokenInvariant } from "../types.ts";

/** The most broken rows to report for a merchant. The first rows already show the fault. */
const MOST = 200;

const find = statement<Omit<BrokenInvariant, "merchantId">[]>(
  "find_broken_invariants",
  { broken: oracle },
  sql`(select coalesce(json_agg(json_build_object(
      'invariant', invariant, 'subject', subject, 'detail', detail)), '[]')
    from (select * from broken limit ${sql.raw(String(MOST))}) b)`,
);

/** Reads the rows of one merchant that break an invariant of `packages/db/src/oracle.sql`. */
export function findBroken(
  db: Db,
  merchantId: number,
): Promise<Omit<BrokenInvariant, "merchantId">[]> {
  return run(db, find, { merchantId });
}
