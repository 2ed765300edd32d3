import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";

const p = sql.placeholder;

/**
 * The identifiers that the audit log says the customer had, in lower case, without those that another
 * customer has now.
 */
const former = statement<readonly string[]>(
  "former_identifiers",
  {
    named: sql`select distinct v #>> '{}' as value
      from audit_entries e
      cross join unnest(array['email', 'memberId', 'mobileNumber', 'otherMemberIds']) as field
      cross join unnest(array['from', 'to']) as side
      cross join lateral jsonb_path_query(e.details::jsonb #> array[field, side], '$[*]') v
      where e.merchant_id = ${p("merchantId")}
        and e.subject = 'customer ' || ${p("customerId")}::bigint and jsonb_typeof(v) = 'string'`,
    free: sql`select n.value from named n where not exists (select 1 from customer_identifiers i
      where i.merchant_id = ${p("merchantId")} and i.form in ('email', 'memberId', 'mobileNumber')
        and i.value in (n.value, lower(n.value), upper(n.value))
        and i.customer_id <> ${p("customerId")}::bigint)`,
  },
  sql`(select coalesce(json_agg(distinct lower(value)), '[]') from free)`,
);

/** Returns the identifiers that a customer had, as far as the audit log goes back, in lower case. */
export function findFormerIdentifiers(
  { db, caller }: CoreContext,
  customerId: number,
): Promise<readonly string[]> {
  return run(db, former, { merchantId: caller.merchant.id, customerId });
}
