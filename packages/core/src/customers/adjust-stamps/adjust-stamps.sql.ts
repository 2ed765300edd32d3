import { auditColumns, insertAuditEntries } from "../../audit/index.ts";
import { insertStampEntries, isCurrent, lastDay, merchantDay } from "../../stamps/index.ts";
import {
  batchStatement,
  type CallOf,
  columnsOf,
  type Form,
  firstCalls,
  keyColumns,
  keyParts,
} from "../../writing/index.ts";
import type { AdjustmentDone, AdjustmentSeen } from "./adjust-stamps.rules.ts";

/** The operation's name in idempotency keys and the audit log. */
export const operation = "customers.adjustStamps";

const types = { customer: "bigint", delta: "bigint", ...auditColumns, ...keyColumns } as const;

/** The values that the statement gets for one call. */
export type AdjustmentCall = CallOf<typeof types>;

/** The SQL of the statement after the CTE `calls`: further CTEs, then the select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  const { limit, skipLocked } = form;
  return `
seen as materialized (
  select c.n, c.now, ${merchantDay} as day, c.key, c.fingerprint, c.audit_id, c.delta, ms.customer_id,
    ms.stamps, not (${isCurrent(merchantDay)}) as is_due, case when c.delta > 0 then ${lastDay} end as expires_on,
    ${key.keptJson} as kept,
    ms.stamps + c.delta >= 0 and ${isCurrent(merchantDay)} and ${key.isNew} as passes
  from calls c join merchants m on m.id = $1
  left join lateral (select u.id from customers u
    where u.merchant_id = $1 and u.id = c.customer and u.anonymized_at is null${limit}) u on true
  left join lateral (select ms.customer_id, ms.stamps, ms.next_expiry_on from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = u.id${limit}) ms on true${key.lookups}
),
able as (${firstCalls(form, "seen", ["customer_id", "key"])}
),
locked as materialized (
  select b.n, b.now, b.day, b.key, b.fingerprint, b.audit_id, b.delta, b.expires_on, b.customer_id
  from able b
  cross join lateral (select ms.customer_id from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id and ${isCurrent("b.day")}
      and ms.stamps + b.delta >= 0
    for no key update ${skipLocked}) ms
  cross join lateral (select u.id from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
    for key share ${skipLocked}) u
),${key.owned}
adjusted as (
  update memberships ms set stamps = ms.stamps + l.delta, entry_number = ms.entry_number + 1,
    next_expiry_on = least(ms.next_expiry_on, l.expires_on)
  from locked l where ms.merchant_id = $1 and ms.customer_id = l.customer_id and ${key.isOwned}
  returning l.*, ms.stamps, ms.entry_number
),
entry as (${insertStampEntries("adjusted", {
    cause: "adjustment",
    causeId: "s.audit_id",
    delta: "s.delta",
    expiresOn: "s.expires_on",
  })}
),
audited as (${insertAuditEntries({
    action: operation,
    rows: "adjusted",
    details: "json_build_object('delta', d.delta)",
  })}
),
done as (
  select a.n, a.key, json_build_object('frame', json_build_object(),
    'changed', json_build_object('stamps', a.stamps)) as outcome
  from adjusted a
)${key.outcome}
select b.n,
  case when d.n is null then json_build_object('stamps', b.stamps, 'isDue', b.is_due, 'kept', b.kept) end as seen,
  d.outcome as done
from seen b left join done d on d.n = b.n`;
}

/**
 * Adjusts stamps. A call is done if the rules allow it, no stamps of its customer are due to expire, and its
 * idempotency key has no stored outcome. If several calls of a batch share a customer or a key, only the
 * first is done. Rows that another transaction has locked are skipped. From its third try on, a call waits
 * for such rows (`writing/again.ts`).
 */
export const adjustments = batchStatement<AdjustmentCall, AdjustmentSeen, AdjustmentDone>(
  "adjust_stamps",
  columnsOf(types),
  arms,
);
