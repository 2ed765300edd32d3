import { type Db, oracle, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { listMerchantIds } from "../sweeping/sweeping.sql.ts";
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
function findBroken(db: Db, merchantId: number): Promise<Omit<BrokenInvariant, "merchantId">[]> {
  return run(db, find, { merchantId });
}

/**
 * Checks the invariants of `packages/db/src/oracle.sql` on the data of one merchant, or of all merchants if
 * `merchantId` is left out. Returns the broken rows, at most 200 for each merchant. Writes nothing.
 */
export async function runAudit(db: Db, merchantId?: number): Promise<readonly BrokenInvariant[]> {
  const merchantIds = merchantId === undefined ? await listMerchantIds({ db }) : [merchantId];
  const broken: BrokenInvariant[] = [];
  for (const id of merchantIds)
    for (const row of await findBroken(db, id)) broken.push({ merchantId: id, ...row });
  return broken;
}
