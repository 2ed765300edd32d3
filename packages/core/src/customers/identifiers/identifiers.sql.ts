import { type SQL, sql } from "drizzle-orm";
import type { IdentifierEntry } from "./identifiers.rules.ts";

const p = sql.placeholder;

/**
 * Returns the parameter `identifiers`: a customer's new entries as JSON. Null leaves the entries unchanged.
 */
export function identifiersParameter(entries: readonly IdentifierEntry[] | null): string | null {
  return (
    entries &&
    JSON.stringify(entries.map(({ form, value, isReserved }) => ({ form, value, isReserved })))
  );
}

/** The CTE `wanted`: the parameter `identifiers` as rows. */
export const wantedArm: SQL = sql`select form, value, "isReserved" as is_reserved
  from json_to_recordset(coalesce(${p("identifiers")}, '[]')::json) as x(form text, value text, "isReserved" boolean)`;

/**
 * The CTE `claimed`, after `wanted`: inserts the wanted entries for the customer of the CTE `owner`. Skips an
 * entry that another customer has. Inserts in the order of the key, so that two statements with the same
 * entries wait for each other instead of deadlocking.
 */
export const claimedArm = (owner: SQL): SQL => sql`insert into customer_identifiers as i
    (merchant_id, form, value, customer_id, is_reserved)
  select ${p("merchantId")}, w.form, w.value, o.id, w.is_reserved from wanted w, ${owner} o
  order by w.form, w.value
  on conflict (merchant_id, form, value) do update set is_reserved = excluded.is_reserved
    where i.customer_id = excluded.customer_id
  returning 1`;

/** Whether `claimed` wrote every wanted entry. False if another customer has an entry. */
export const allClaimed: SQL = sql`(select count(*) from claimed) = (select count(*) from wanted)`;
