import { run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../context.ts";
import type { IdentifierEntry } from "./identifiers.rules.ts";
import { toE164 } from "./mobile-number.rules.ts";

const p = sql.placeholder;

/** A customer's new entries, as the parameter `identifiers`; null changes none. */
export function identifiersParameter(entries: readonly IdentifierEntry[] | null): string | null {
  return (
    entries &&
    JSON.stringify(entries.map(({ form, value, isReserved }) => ({ form, value, isReserved })))
  );
}

/** Arm `wanted`: the parameter `identifiers` as rows. */
export const wantedArm: SQL = sql`select form, value, "isReserved" as is_reserved
  from json_to_recordset(coalesce(${p("identifiers")}::text, '[]')::json) as x(form text, value text, "isReserved" boolean)`;

/**
 * Arm `claimed`, after `wanted`: gives these entries to the customer of the arm `owner`. In the order
 * of the key, so that two statements that want the same entries wait for each other instead of
 * deadlocking.
 */
export const claimedArm = (owner: SQL): SQL => sql`insert into customer_identifiers as i
    (merchant_id, form, value, customer_id, is_reserved)
  select ${p("merchantId")}::bigint, w.form, w.value, o.id, w.is_reserved from wanted w, ${owner} o
  order by w.form, w.value
  on conflict (merchant_id, form, value) do update set is_reserved = excluded.is_reserved
    where i.customer_id = excluded.customer_id
  returning 1`;

/** Whether the customer has every wanted entry, and no other customer has one. */
export const allClaimed: SQL = sql`(select count(*) from claimed) = (select count(*) from wanted)`;

const firstFreeKey = statement<number | null>(
  "first_free_customer_key",
  {},
  sql`(select to_json(k) from generate_series(${p("first")}::bigint, ${p("last")}::bigint) k
    where not exists (select 1 from customer_identifiers i where i.merchant_id = ${p("merchantId")}::bigint
      and i.form = 'memberId' and i.value = k::text)
    order by k limit 1)`,
);

const numberIsTaken = statement<boolean>(
  "mobile_number_is_taken",
  {},
  sql`to_json(exists (select 1 from customer_identifiers i
    where i.merchant_id = ${p("merchantId")}::bigint and i.form = 'mobileNumber'
      and i.value = ${p("mobileNumber")}::text))`,
);

/**
 * Takes an id for a new customer whose digits are not a Member ID or mobile number in use: a till that
 * sends the id as text would reach that customer instead.
 */
export async function takeCustomerId(ctx: CoreContext): Promise<number> {
  const { merchant } = ctx.caller;
  // doubled each time, because imported Member IDs may be a long run of numbers
  for (let count = 1; ; count *= 2) {
    const keys = await ctx.ids.takeMany(merchant.id, "customers", count);
    const [first, last] = [keys[0], keys.at(-1)];
    const key = await run(ctx.db, firstFreeKey, { merchantId: merchant.id, first, last });
    if (key === null) continue;
    const mobileNumber = toE164(String(key), merchant.country);
    if (mobileNumber === null) return key;
    if (!(await run(ctx.db, numberIsTaken, { merchantId: merchant.id, mobileNumber }))) return key;
  }
}
