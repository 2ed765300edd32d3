import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreDeps } from "../../foundation/context.ts";

const merchantOf = statement<number | null>(
  "merchant_of_store",
  {},
  sql`(select merchant_id from stores where id = ${sql.placeholder("storeId")}::bigint)`,
);

/**
 * Returns the id of the merchant that has the store. Searches all merchants. Returns null if there is no such
 * store.
 */
export function findMerchantOfStore(deps: CoreDeps, storeId: number): Promise<number | null> {
  return run(deps.db, merchantOf, { storeId });
}
