import { type Db, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";

const p = sql.placeholder;

const placeOfWork = statement<number | null>(
  "find_workplace",
  {},
  sql`(select to_json(min(merchant_id)) from staff_members where user_id = ${p("userId")})`,
);

/** Returns the lowest id of the merchants that the person works for. Null if they work for no merchant. */
export function findWorkplace(db: Db, userId: string): Promise<number | null> {
  return run(db, placeOfWork, { userId });
}
