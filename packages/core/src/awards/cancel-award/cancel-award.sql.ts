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
import type { CancelAwardDone, CancelAwardSeen } from "./cancel-award.rules.ts";

/** The operation's name in idempotency keys and the audit log. */
export const operation = "stamps.cancel";

const types = {
  award: "bigint",
  ...customerColumns,
  /** The stores in which the caller may act. Null means all. */
  allowedStores: "bigint[] | null",
  /**
   * The number of stamps to take back, computed by a replay of the ledger. `replayedTo` is the membership's
   * `entry_number` at that replay. Both are null without a replay.
   */
  replayed: "bigint | null",
  replayedTo: "int | null",
  ...auditColumns,
  ...keyColumns,
} as const;

/** The values of one call that the statement reads. */
export type CancelAwardCall = CallOf<typeof types>;

/**
 * Joins the customer `u` with membership `ms` and level `l`, and the award `a`. `own.takes` is the number of
 * stamps to take back. If stamps have expired since the award, it is `c.replayed`, or null if the call has no
 * such number for the ledger's current state. Also null without an award.
 */
const award = (form: Form) => `
  join merchants m on m.id = $1${customerLookup(identifierForms, form)}${membership(form.limit)}
  left join lateral (select a.* from stamp_awards a
    where a.merchant_id = $1 and a.id = c.award and a.customer_id = u.id${form.limit}) a on true
  left join lateral (select exists (select 1 from stamp_entries e
      join stamp_entries g on g.merchant_id = $1 and g.customer_id = u.id
        and g.cause = 'award' and g.cause_id = a.id
      where e.merchant_id = $1 and e.customer_id = u.id and e.cause = 'expiry'
        and e.number > g.number) as has_expired) expired on true
  cross join lateral (select case when not expired.has_expired then a.stamps
      when c.replayed_to = ms.entry_number then c.replayed end as takes) own`;

const locks = ({ skipLocked }: Form) => `
  cross join lateral (select a.id from stamp_awards a
    where a.merchant_id = $1 and a.id = b.award_id and (a.canceled_at is not null) = b.is_canceled
    for no key update ${skipLocked}) a
  cross join lateral (select ms.customer_id from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
      and ms.entry_number = b.entry_number
    for no key update ${skipLocked}) ms
  cross join lateral (select u.id from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
    for key share ${skipLocked}) u`;

/** Returns the statement's SQL after the CTE `calls`: further CTEs, then the select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  return `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, a.id as award_id, a.canceled_at is not null as is_canceled,
    a.stamps as given, ms.customer_id, ms.entry_number, own.takes, ${merchantDay} as day,
    not ${isCurrent(merchantDay)} as is_due,
    case when a.id is not null then json_build_object('id', a.id, 'stamps', a.stamps,
      'status', case when a.canceled_at is null then 'Created' else 'Canceled' end,
      'storeId', a.store_id) end as award,
    ${customerJson} as customer, ${membershipJson} as membership, ${key.keptJson} as kept,
    a.id is not null
      and (a.store_id is null or c.allowed_stores is null or a.store_id = any (c.allowed_stores))
      and (a.canceled_at is not null or ms.stamps >= own.takes)
      and ${isCurrent(merchantDay)} and ${key.isNew} as passes
  from calls c${award(form)}${key.lookups}
),
able as (${firstCalls(form, "seen", ["customer_id", "key"])}
),
locked as materialized (
  select b.n, b.now, b.day, b.key, b.fingerprint, b.award_id, b.is_canceled, b.customer_id, b.takes
  from able b${locks(form)}
),${key.owned}
canceled as (
  update stamp_awards a set canceled_at = l.now, canceled_by = c.actor
  from locked l join calls c on c.n = l.n
  where a.merchant_id = $1 and a.id = l.award_id and not l.is_canceled and ${key.isOwned}
  returning l.*
),
returned as (
  update memberships ms set stamps = ms.stamps - x.takes,
    entry_number = ms.entry_number + (x.takes > 0)::int
  from canceled x where ms.merchant_id = $1 and ms.customer_id = x.customer_id
  returning x.n, x.now, x.day, x.customer_id, x.award_id, x.takes, ms.stamps, ms.entry_number
),
stamp_entry as (${insertStampEntries("returned", {
    cause: "award_cancellation",
    causeId: "s.award_id",
    delta: "-s.takes",
    reversedId: "s.award_id",
    where: "s.takes > 0",
  })}
),
entry as (${insertAuditEntries({
    action: operation,
    rows: "canceled",
    subject: "'customer ' || d.customer_id",
    details: "json_build_object('delta', -d.takes)",
  })}
),
done as (
  select l.n, l.key, json_build_object(
    'frame', json_build_object(
      'award', json_build_object('id', l.award_id, 'stamps', b.given, 'status', 'Canceled'),
      'customer', b.customer, 'membership', b.membership),
    'changed', case when r.n is null then json_build_object()
      else json_build_object('stamps', r.stamps) end) as outcome
  from locked l join seen b on b.n = l.n left join returned r on r.n = l.n
  where ${key.isOwned}
)${key.outcome}${answers(
    "seen",
    "done",
    `'customer', b.customer, 'membership', b.membership, 'award', b.award, 'isDue', b.is_due,
    'takes', b.takes, 'kept', b.kept`,
  )}`;
}

/**
 * Cancels awards. If an award was canceled before, the outcome is the same and nothing changes. The statement
 * writes a call only if the rules allow it and its idempotency key has no stored outcome. The number of
 * stamps to take back must be known. It skips a call if stamps of the customer are due to expire. Unless the
 * statement waits for locks, it also skips a call if another transaction has locked the rows. Of calls with
 * the same customer or key in a batch, it does only the first.
 */
export const cancelAwards = batchStatement<CancelAwardCall, CancelAwardSeen, CancelAwardDone>(
  "cancel_awards",
  columnsOf(types),
  arms,
);
