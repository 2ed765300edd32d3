import { auditColumns, insertAuditEntries } from "../../audit/index.ts";
import { fall, insertLevelChanges } from "../../levels/index.ts";
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
import type { ModifySaleDone, ModifySaleSeen } from "./modify-sale.rules.ts";

/** The operation's name in idempotency keys and the audit log. */
export const operation = "transactions.modify";

const types = {
  transaction: "bigint",
  /** The stores that the caller may act in; null means all. */
  allowedStores: "bigint[] | null",
  /** The id for the modification's row. */
  modification: "bigint",
  /** The id for a row of `level_changes`, if the modification takes back a level. */
  levelChange: "bigint",
  /** The amounts and quantities to take off, each 0 or less. */
  totalLess: "numeric",
  subtotalLess: "numeric",
  itemsLess: "json",
  /**
   * The membership's `entry_number` at which the columns below were computed. Null: they are not computed
   * yet, and the statement only reads.
   */
  computedAt: "int | null",
  /** The stamps of the sale that can go back. Read only if stamps have expired since the sale. */
  replayed: "bigint | null",
  /** The next four columns are the sale after the modification. */
  total: "numeric | null",
  subtotal: "numeric | null",
  spending: "numeric | null",
  stampsEarned: "bigint | null",
  /** The changed lines and payments, in the form that `json_to_recordset` reads. */
  items: "json",
  payments: "json",
  /** The stamps to take back. */
  takes: "bigint | null",
  ...auditColumns,
  ...keyColumns,
} as const;

/** The values that the statement gets for one call. */
export type ModifySaleCall = CallOf<typeof types>;

/**
 * Joins `x`, the sale, with its customer `u`, membership `ms` and level `l`. `own.returnable` is the number
 * of stamps that can go back. If stamps have expired since the sale, it is the number `replayed` of the call,
 * or null if the call has no replay of the current ledger.
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
      when c.computed_at = ms.entry_number then c.replayed end as returnable) own`;

/** Joins the sale's items, payments and earlier modifications, from which a modification is computed. */
const content = `
  left join lateral (select json_agg(json_build_object('line', i.line, 'product', i.product,
      'quantity', i.quantity::text, 'subtotal', i.subtotal::text, 'stamps', i.stamps,
      'isEligible', i.is_eligible) order by i.line) as list
    from transaction_items i where i.merchant_id = $1 and i.transaction_id = x.id) item on true
  left join lateral (select json_agg(json_build_object('line', p.line, 'method', p.method,
      'value', p.value::text, 'earned', p.earned, 'countsForLevels', p.counts_for_levels)
      order by p.line) as list
    from transaction_payments p where p.merchant_id = $1 and p.transaction_id = x.id) payment on true
  left join lateral (select coalesce(sum(d.total), 0) as total
    from transaction_modifications d where d.merchant_id = $1 and d.transaction_id = x.id) less on true`;

const saleJson = `case when x.id is not null then json_build_object(
      'id', x.id, 'status', x.status, 'total', x.total::text, 'discount', x.discount::text,
      'people', x.people, 'stampsEarned', x.stamps_earned,
      'store', json_build_object('id', x.store_id), 'originalTotal', (x.total - less.total)::text,
      'subtotal', x.subtotal::text, 'spending', x.spending::text, 'stampsSent', x.stamps_sent, 'rule', x.rule,
      'multiplier', x.multiplier::text, 'earnLimit', x.earn_limit, 'programme', x.programme,
      'items', coalesce(item.list, '[]'::json), 'payments', coalesce(payment.list, '[]'::json)) end`;

const locks = ({ skipLocked }: Form) => `
  cross join lateral (select x.id from transactions x
    where x.merchant_id = $1 and x.id = b.sale_id and x.status = 'Created'
    for no key update ${skipLocked}) x
  cross join lateral (select ms.customer_id from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
      and ms.entry_number = b.entry_number and ms.level = b.level
      and ms.level_until is not distinct from b.level_until
    for no key update ${skipLocked}) ms
  cross join lateral (select u.id from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and (u.anonymized_at is null) = b.is_named
    for key share ${skipLocked}) u`;

/** Returns the SQL that follows the CTE `calls`: further CTEs, then the select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  return `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, c.actor, x.id as sale_id, x.customer_id, x.invoice_number,
    ms.entry_number, ms.level, ms.level_until, u.anonymized_at is null as is_named,
    fall.level as fallen_to, fall.name as fallen_name, fall.until as fallen_until, own.returnable,
    ${merchantDay} as day, not ${isCurrent(merchantDay)} as is_due,
    ${saleJson} as sale, ${customerJson} as customer, ${membershipJson} as membership,
    ${key.keptJson} as kept,
    x.status = 'Created' and (c.allowed_stores is null or x.store_id = any (c.allowed_stores))
      and ms.entry_number = c.computed_at and ${isCurrent(merchantDay)} and ms.stamps >= c.takes
      and ${key.isNew} as passes
  from calls c${sale(form)}${content}${fall("c.spending")}${key.lookups}
),
able as (${firstCalls(form, "seen", ["customer_id", "key"])}
),
locked as materialized (
  select b.n, b.now, b.day, b.key, b.fingerprint, b.actor, b.sale_id, b.customer_id, b.invoice_number,
    b.level, b.fallen_to, b.fallen_name, b.fallen_until, b.level_until
  from able b${locks(form)}
),${key.owned}
modified as (
  update transactions x set total = c.total, subtotal = c.subtotal, spending = c.spending,
    stamps_earned = c.stamps_earned
  from locked l join calls c on c.n = l.n
  where x.merchant_id = $1 and x.id = l.sale_id and ${key.isOwned}
  returning l.*, c.takes, c.modification
),
item as (
  update transaction_items t set quantity = i.quantity, subtotal = i.subtotal, stamps = i.stamps
  from modified x join calls c on c.n = x.n
  cross join lateral json_to_recordset(c.items) as i (line int, quantity numeric, subtotal numeric,
    stamps bigint)
  where t.merchant_id = $1 and t.transaction_id = x.sale_id and t.line = i.line
  returning t.line
),
payment as (
  update transaction_payments t set value = p.value
  from modified x join calls c on c.n = x.n
  cross join lateral json_to_recordset(c.payments) as p (line int, value numeric)
  where t.merchant_id = $1 and t.transaction_id = x.sale_id and t.line = p.line
  returning t.line
),
entered as (
  insert into transaction_modifications as d (merchant_id, id, transaction_id, total, subtotal, items,
    stamps, created_at, created_by)
  select $1, x.modification, x.sale_id, c.total_less, c.subtotal_less, c.items_less, -x.takes, x.now,
    x.actor
  from modified x join calls c on c.n = x.n
  returning d.id
),
returned as (
  update memberships ms set stamps = ms.stamps - x.takes, entry_number = ms.entry_number + 1,
    level = coalesce(x.fallen_to, ms.level),
    level_until = case when x.fallen_to is null then ms.level_until else x.fallen_until end
  from modified x where ms.merchant_id = $1 and ms.customer_id = x.customer_id
  returning x.n, x.now, x.day, x.customer_id, x.sale_id, x.modification, x.takes, ms.stamps,
    ms.entry_number, x.level as level_before, ms.level as level_after, ms.level_until as until,
    x.level_until as until_before
),
level_change as (${insertLevelChanges("returned", "modification")}
),
stamp_entry as (${insertStampEntries("returned", {
    cause: "earning_modification",
    causeId: "s.modification",
    delta: "-s.takes",
    reversedId: "s.sale_id",
    where: "s.takes > 0",
  })}
),
entry as (${insertAuditEntries({
    action: operation,
    rows: "modified",
    details: `json_build_object('name', d.invoice_number, 'delta', -d.takes)`,
  })}
),
done as (
  select l.n, l.key, json_build_object(
    'frame', json_build_object(
      'sale', json_build_object('id', l.sale_id, 'status', 'Created', 'total', c.total::text,
        'discount', b.sale->'discount', 'people', b.sale->'people', 'stampsEarned', c.stamps_earned),
      'customer', b.customer, 'membership', b.membership),
    'changed', json_build_object('stamps', r.stamps, 'level', r.level_after,
      'levelName', coalesce(l.fallen_name, b.membership->>'levelName'))) as outcome
  from locked l join seen b on b.n = l.n join calls c on c.n = l.n join returned r on r.n = l.n
)${key.outcome}${answers(
    "seen",
    "done",
    `'sale', b.sale, 'customer', b.customer, 'membership', b.membership,
    'entryNumber', b.entry_number, 'isDue', b.is_due, 'returnable', b.returnable, 'kept', b.kept`,
  )}`;
}

/**
 * Modifies sales. Every change of a customer's sales raises `entry_number`, so an equal number means an
 * unchanged sale. A call is done exactly if:
 * - the rules allow it, and it was computed from the sale as it is now;
 * - no stamps of its customer are due to expire;
 * - its idempotency key has no stored outcome;
 * - no earlier call of the batch has its customer or key;
 * - its rows have not changed since they were read;
 * - no other transaction has locked the rows, or the statement waits for locks.
 */
export const modifySales = batchStatement<ModifySaleCall, ModifySaleSeen, ModifySaleDone>(
  "modify_sales",
  columnsOf(types),
  arms,
);
