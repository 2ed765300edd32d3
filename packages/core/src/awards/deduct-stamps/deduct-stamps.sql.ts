import { auditColumns, insertAuditEntries } from "../../audit/index.ts";
import { customerColumns, customerLookup, identifierForms } from "../../customers/index.ts";
import { customerJson, membership, membershipJson } from "../../redeeming/index.ts";
import { insertStampEntries, isCurrent, merchantDay } from "../../stamps/index.ts";
import {
  answers,
  batchStatement,
  type CallOf,
  columnsOf,
  type Form,
  firstCalls,
  keyColumns,
  keyParts,
} from "../../writing/index.ts";
import type { DeductionDone, DeductionSeen } from "./deduct-stamps.rules.ts";

/** The operation's name in idempotency keys and the audit log. */
export const operation = "stamps.deduct";

const types = {
  /** The id of the deduction. */
  deduction: "bigint",
  ...customerColumns,
  stamps: "bigint",
  notes: "text",
  ...auditColumns,
  ...keyColumns,
} as const;

/** The values of one call that the statement reads. */
export type DeductionCall = CallOf<typeof types>;

/** Returns the statement's SQL after the CTE `calls`: further CTEs, then the select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  const { limit, skipLocked } = form;
  return `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, c.stamps, ${merchantDay} as day, ms.customer_id,
    not ${isCurrent(merchantDay)} as is_due, ${customerJson} as customer,
    ${membershipJson} as membership, ${key.keptJson} as kept,
    ms.stamps >= c.stamps and ${isCurrent(merchantDay)} and ${key.isNew} as passes
  from calls c
  join merchants m on m.id = $1${customerLookup(identifierForms, form)}${membership(limit)}${key.lookups}
),
able as (${firstCalls(form, "seen", ["customer_id", "key"])}
),
locked as materialized (
  select b.n, b.now, b.day, b.key, b.fingerprint, b.stamps, b.customer_id
  from able b
  cross join lateral (select ms.customer_id from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id and ${isCurrent("b.day")}
      and ms.stamps >= b.stamps
    for no key update ${skipLocked}) ms
  cross join lateral (select u.id from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
    for key share ${skipLocked}) u
),${key.owned}
taken as (
  update memberships ms set stamps = ms.stamps - c.stamps, entry_number = ms.entry_number + 1
  from locked l join calls c on c.n = l.n
  where ms.merchant_id = $1 and ms.customer_id = l.customer_id and ${key.isOwned}
  returning l.n, l.now, l.day, l.key, l.customer_id, c.deduction, c.notes, c.stamps as taken,
    ms.stamps, ms.entry_number
),
deduction as (
  insert into stamp_deductions as d (merchant_id, id, customer_id, stamps, notes, created_at, created_by)
  select $1, t.deduction, t.customer_id, t.taken, t.notes, t.now, c.actor
  from taken t join calls c on c.n = t.n
  returning d.id
),
stamp_entry as (${insertStampEntries("taken", {
    cause: "deduction",
    causeId: "s.deduction",
    delta: "-s.taken",
  })}
),
entry as (${insertAuditEntries({
    action: operation,
    rows: "taken",
    subject: "'customer ' || d.customer_id",
    details: "json_build_object('delta', -d.taken)",
  })}
),
done as (
  select t.n, t.key, json_build_object(
    'frame', json_build_object(
      'deduction', json_build_object('id', t.deduction, 'stamps', t.taken, 'notes', t.notes,
        'createdAt', t.now),
      'customer', b.customer, 'membership', b.membership),
    'changed', json_build_object('stamps', t.stamps)) as outcome
  from taken t join seen b on b.n = t.n
)${key.outcome}${answers(
    "seen",
    "done",
    `'customer', b.customer, 'membership', b.membership, 'isDue', b.is_due, 'kept', b.kept`,
  )}`;
}

/**
 * Takes stamps by hand. The statement writes a call only if the rules allow it and its idempotency key has no
 * stored outcome. It skips a call if stamps of the customer are due to expire. Unless the statement waits for
 * locks, it also skips a call if another transaction has locked the rows. Of calls with the same customer or
 * key in a batch, it does only the first.
 */
export const stampDeductions = batchStatement<DeductionCall, DeductionSeen, DeductionDone>(
  "deduct_stamps",
  columnsOf(types),
  arms,
);
