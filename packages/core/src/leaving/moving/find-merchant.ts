import type { Db } from "@stampbook/db";
import type { Merchant } from "../../foundation/context.ts";
import { selectMerchant } from "./export.sql.ts";

/** Returns a merchant by id. Null if it does not exist. */
export async function findMerchant(db: Db, id: number): Promise<Merchant | null> {
  const row = await selectMerchant(db, id);
  if (!row) return null;
  const { name, country, timezone, currency } = row;
  return { id: row.id, name, country, timezone, currency };
}
