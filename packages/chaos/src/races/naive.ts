import type { CoreContext } from "@stampbook/core/context";
import { sql } from "drizzle-orm";

/**
 * Takes a stamp without a guard: reads the balance, and then writes what it has read, less one. A race must
 * find that a stamp is lost.
 */
export async function takeStamp({ db, caller, ids }: CoreContext, customerId: number) {
  const merchantId = caller.merchant.id;
  const cause = await ids.take(merchantId, "redemptions");
  const rows: unknown = await db.execute(sql`select stamps from memberships
    where merchant_id = ${merchantId} and customer_id = ${customerId}`);
  const [member] = rows as { readonly stamps: string }[];
  await db.execute(sql`
    with member as (
      update memberships set stamps = ${Number(member?.stamps) - 1}, entry_number = entry_number + 1
      where merchant_id = ${merchantId} and customer_id = ${customerId} returning entry_number
    )
    insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day)
    select ${merchantId}::bigint, ${customerId}::bigint, 'opening', ${cause}::bigint, -1, entry_number,
      current_date
    from member`);
  return { redemption: { id: cause } };
}
