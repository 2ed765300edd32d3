import type { Db } from "@stampbook/db";
import { listMerchantIds } from "../sweeping/sweeping.sql.ts";
import type { BrokenInvariant } from "../types.ts";
import { findBroken } from "./oracle.sql.ts";

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
