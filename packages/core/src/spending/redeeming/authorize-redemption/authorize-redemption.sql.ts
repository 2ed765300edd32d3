import type { CoreContext } from "../../../foundation/context.ts";
import {
  batchStatement,
  type CallOf,
  columnsOf,
  type Form,
  keyColumns,
} from "../../../foundation/writing/index.ts";

const types = {
  id: "bigint",
  customer: "bigint",
  requestId: "text",
  /** How long the authorization is valid, in seconds. */
  timeout: "int",
  /** The hash of the PIN at the time when the PIN was checked. */
  verifier: "text",
  ...keyColumns,
} as const;

/** The values that one call sends to the statement. */
export type AuthorizationCall = CallOf<typeof types>;

/** Returns the SQL that follows the CTE `calls`: further CTEs, and the SELECT. */
function arms(form: Form): string {
  return `
locked as materialized (
  select c.id, c.customer, c.request_id, c.now, c.now + c.timeout * interval '1 second' as expires_at
  from calls c
  cross join lateral (select p.customer_id from pins p
    where p.merchant_id = $1 and p.customer_id = c.customer and p.verifier = c.verifier
    for share ${form.skipLocked}) p
),
inserted as (
  insert into redemption_authorizations as a (merchant_id, id, customer_id, request_id, expires_at,
    created_at)
  select $1, l.id, l.customer, l.request_id, l.expires_at, l.now from locked l
  returning a.id
)
select c.n, case when i.id is null then json_build_object() end as seen,
  case when i.id is not null then json_build_object() end as done
from calls c left join inserted i on i.id = c.id`;
}

/** Inserts authorizations. A call is not done if the customer's PIN has changed since the PIN was checked. */
export const insertAuthorizations = batchStatement<AuthorizationCall, object, object>(
  "insert_authorizations",
  columnsOf(types),
  arms,
);

/**
 * Inserts an authorization that is valid for `timeout` seconds from now. Returns false if the PIN has changed
 * since it was checked. Waits while another transaction changes the PIN, and locks the PIN against changes.
 * Does not use the batcher. Checking a PIN takes far longer than the statement, so a batch would save little.
 */
export async function insertAuthorization(
  { db, caller, clockOffsetMs: offsetMs }: CoreContext,
  call: AuthorizationCall,
): Promise<boolean> {
  const place = { merchantId: caller.merchant.id, offsetMs };
  const [row] = await insertAuthorizations.run(db, place, [call], "wait");
  return row?.isDone === true;
}
