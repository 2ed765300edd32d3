import { auditColumns, insertAuditEntries } from "../../audit/index.ts";
import { fall, insertLevelChanges } from "../../levels/index.ts";
import { customerJson, membership, membershipJson } from "../../redeeming/index.ts";
import { insertStampEntries, isCurrent, merchantDay } from "../../stamps/index.ts";
import {
  areIssuedUnspent,
  issuedVouchers,
  lockIssued,
  withdrawIssued,
} from "../../vouchers/index.ts";
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
import type { CancelSaleDone, CancelSaleSeen } from "./cancel-sale.rules.ts";

/** The operation's name in idempotency keys and the audit log. */
export const operation = "transactions.cancel";

const types = {
  transaction: "bigint",
  /** The stores that the caller may act in; null means all. */
  allowedStores: "bigint[] | null",
  mayCancelRecent: "boolean",
  mayCancelOld: "boolean",
  /** Whether the vouchers that the sale issued stay as they are. */
  keepIssued: "boolean",
  /**
   * `replayed` is the number of stamps to take back, from a replay of the ledger. `replayedTo` is the
   * membership's `entry_number` at the replay. Both are null without a replay.
   */
  replayed: "bigint | null",
  replayedTo: "int | null",
  /** The id for a row of `level_changes`, if the cancel takes back a level. */
  levelChange: "bigint",
  ...auditColumns,
  ...keyColumns,
} as const;

/** The values that the statement gets for one call. */
export type CancelSaleCall = CallOf<typeof types>;

/**
 * Joins `x`, the sale, with its customer `u`, membership `ms` and level `l`, and `i`, the vouchers that it
 * issued (`issuedVouchers`). `own.takes` is the number of
 * stamps to take back. If stamps have expired since the sale, it is the number `replayed` of the call, or
 * null if the call has no replay of the current ledger.
 */
const sale = (form: Form) => `
  join merchants m on m.id = $1
  left join lateral (select x.* from transactions x
    where x.merchant_id = $1 and x.id = c.transaction${form.limit}) x on true
  left join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = x.customer_id${form.limit}) u on true${membership(form.limit)}
  left join lateral (select exists (select 1 from stamp_entries e
      join stamp_entries g on g.merchant_id = $1 and g.customer_id = u.id
        and g.cause = 'earning' and g.cause_id = x.id
      where e.merchant_id = $1 and e.customer_id = u.id and e.cause = 'expiry'
        and e.number > g.number) as has_expired) expired on true
  cross join lateral (select case when not expired.has_expired then x.stamps_earned
      when c.replayed_to = ms.entry_number then c.replayed end as takes) own${issuedVouchers("v.issued_by_transaction_id = x.id")}`;

/** The age of the sale `x` in hours. */
const ageHours = "extract(epoch from c.now - x.created_at) / 3600";

const locks = (form: Form) => `
  cross join lateral (select x.id from transactions x
    where x.merchant_id = $1 and x.id = b.sale_id and x.status = b.status
    for no key update ${form.skipLocked}) x${lockIssued(form)}
  left join lateral (select ms.customer_id from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
      and ms.entry_number = b.entry_number and ms.level = b.level
      and ms.level_until is not distinct from b.level_until
    for no key update ${form.skipLocked}) ms on true
  left join lateral (select u.id from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and (u.anonymized_at is null) = b.is_named
    for key share ${form.skipLocked}) u on true
  where (b.customer_id is null or (ms.customer_id is not null and u.id is not null))
    and ${areIssuedUnspent}`;

/** Returns the SQL that follows the CTE `calls`: further CTEs, then the select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  return `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, c.actor, x.id as sale_id, x.status, x.customer_id,
    ms.entry_number, ms.level, ms.level_until, u.anonymized_at is null as is_named,
    fall.level as fallen_to, fall.name as fallen_name, fall.until as fallen_until, own.takes,
    ${merchantDay} as day, not ${isCurrent(merchantDay)} as is_due,
    case when x.status <> 'Canceled' and not c.keep_issued then i.ids end as issued, i.worth,
    case when x.status <> 'Canceled' and c.keep_issued then '[]' else i.issued end as vouchers,
    case when x.id is not null then json_build_object(
      'id', x.id, 'status', x.status, 'total', x.total::text, 'discount', x.discount::text,
      'people', x.people, 'stampsEarned', x.stamps_earned,
      'store', json_build_object('id', x.store_id), 'ageHours', ${ageHours},
      'cashierCancelHours', m.cashier_cancel_hours) end as sale,
    ${customerJson} as customer, ${membershipJson} as membership, ${key.keptJson} as kept,
    x.id is not null and (c.allowed_stores is null or x.store_id = any (c.allowed_stores))
      and (x.status = 'Canceled' or (
        case when ${ageHours} < m.cashier_cancel_hours then c.may_cancel_recent
          else c.may_cancel_old end
        and (c.keep_issued or not i.is_spent)
        and (x.customer_id is null or (${isCurrent(merchantDay)} and ms.stamps >= own.takes))))
      and ${key.isNew} as passes
  from calls c${sale(form)}${fall("0")}${key.lookups}
),
able as (${firstCalls(form, "seen", ["customer_id", "sale_id", "key"])}
),
locked as materialized (
  select b.n, b.now, b.day, b.key, b.fingerprint, b.actor, b.sale_id, b.status, b.customer_id, b.takes,
    b.level, b.fallen_to, b.fallen_name, b.fallen_until, b.level_until, b.issued
  from able b${locks(form)}
),${key.owned}
canceled as (
  update transactions x set status = 'Canceled', canceled_at = l.now, canceled_by = l.actor
  from locked l
  where x.merchant_id = $1 and x.id = l.sale_id and l.status <> 'Canceled' and ${key.isOwned}
  returning l.*, x.invoice_number
),
withdrawn as (${withdrawIssued("canceled")}
),
returned as (
  update memberships ms set stamps = ms.stamps - x.takes, entry_number = ms.entry_number + 1,
    level = coalesce(x.fallen_to, ms.level),
    level_until = case when x.fallen_to is null then ms.level_until else x.fallen_until end
  from canceled x where ms.merchant_id = $1 and ms.customer_id = x.customer_id
  returning x.n, x.now, x.day, x.customer_id, x.sale_id, x.takes, ms.stamps, ms.entry_number,
    x.level as level_before, ms.level as level_after, ms.level_until as until,
    x.level_until as until_before
),
level_change as (${insertLevelChanges("returned", "void")}
),
stamp_entry as (${insertStampEntries("returned", {
    cause: "earning_cancellation",
    causeId: "s.sale_id",
    delta: "-s.takes",
    reversedId: "s.sale_id",
    where: "s.takes > 0",
  })}
),
entry as (${insertAuditEntries({
    action: operation,
    rows: "canceled",
    details: `json_build_object('name', d.invoice_number, 'delta', -coalesce(d.takes, 0))`,
  })}
),
done as (
  select l.n, l.key, json_build_object(
    'frame', json_build_object(
      'sale', (b.sale::jsonb - '{store,ageHours,cashierCancelHours}'::text[]
        || '{"status": "Canceled"}')::json,
      'customer', b.customer, 'membership', b.membership,
      'issued', b.vouchers, 'wasCanceled', l.status = 'Canceled'),
    'changed', case when r.n is null then json_build_object()
      else json_build_object('stamps', r.stamps, 'level', r.level_after,
        'levelName', coalesce(l.fallen_name, b.membership->>'levelName')) end) as outcome
  from locked l join seen b on b.n = l.n left join returned r on r.n = l.n
  where ${key.isOwned}
)${key.outcome}${answers(
    "seen",
    "done",
    `'sale', b.sale, 'customer', b.customer, 'membership', b.membership, 'isDue', b.is_due,
    'takes', b.takes, 'issued', b.vouchers, 'kept', b.kept`,
  )}`;
}

/**
 * Cancels sales, each once, and withdraws the vouchers that they issued. A call for a sale that was canceled
 * before changes no sale. A call is done
 * exactly if:
 * - the rules allow it;
 * - the sale was canceled before, or no stamps of its customer are due to expire and the number of stamps to
 *   take back is known;
 * - its idempotency key has no stored outcome;
 * - no earlier call of the batch has its sale, customer or key;
 * - its rows have not changed since they were read;
 * - no other transaction has locked the rows, or the statement waits for locks.
 */
export const cancelSales = batchStatement<CancelSaleCall, CancelSaleSeen, CancelSaleDone>(
  "cancel_sales",
  columnsOf(types),
  arms,
);
