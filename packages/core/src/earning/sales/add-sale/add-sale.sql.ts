import { isDatabaseError } from "@stampbook/db";
import {
  answers,
  batchStatement,
  columnsOf,
  type Form,
  firstCalls,
  keyParts,
} from "../../../foundation/writing/index.ts";
import { isCurrent, lastDay, merchantDay } from "../../../holding/stamps/index.ts";
import { insertLevelChanges, raise } from "../../../running/levels/index.ts";
import {
  customerJson,
  isMember,
  membershipJson,
  places,
  storeJson,
} from "../../../spending/redeeming/index.ts";
import { canEarn, earning, programmeJson } from "../earning.sql.ts";
import type { SaleDone, SaleSeen } from "./add-sale.rules.ts";
import { type SaleCall, saleColumns } from "./add-sale-call.sql.ts";
import { askedDay, existingJson, isOfInvoice } from "./existing.sql.ts";
import {
  claimed,
  claimedPayments,
  enteredItems,
  enteredPayments,
  entries,
  inserted,
  rewarded,
  superseded,
} from "./writes.sql.ts";

export type { SaleCall } from "./add-sale-call.sql.ts";

/** The operation's name in idempotency keys. */
export const operation = "transactions.add";

/**
 * Joins `x`, the recorded sale. `sale.day` and `sale.sold_at` are those of `x`, or those asked for if the sale
 * is new or `x` is canceled.
 */
const existing = `
  left join lateral (select t.* from transactions t
    where t.merchant_id = $1 and ${isOfInvoice}) x on true
  cross join lateral (select
      case when x.status <> 'Canceled' then x.business_day else d.asked end as day,
      case when x.status <> 'Canceled' then x.sold_at
        else coalesce(c.sold_at::timestamptz, c.now) end as sold_at) sale`;

const isTimely = `(c.sold_at is null or c.sold_at::timestamptz
      between c.now - interval '1 year' and c.now + interval '1 day')`;

const raised = raise(
  `greatest(${merchantDay}, sale.day)`,
  { id: "x.id", day: "sale.day", spending: "c.spending" },
  canEarn,
);

/**
 * Locks `x`, the Open sale that gets a customer, `r`, the canceled sale that is replaced, and the customer's
 * rows `ms` and `u`. A row that has changed since it was read is not locked, and its columns are null.
 */
const locks = ({ skipLocked }: Form) => `
  left join lateral (select x.id from transactions x
    where x.merchant_id = $1 and x.id = b.existing_id and x.status = 'Open'
    for no key update ${skipLocked}) x on true
  left join lateral (select r.id from transactions r
    where r.merchant_id = $1 and r.id = b.replaced_id and r.superseded_by_id is null
    for update ${skipLocked}) r on true
  left join lateral (select ms.customer_id, ms.level_until from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
      and ms.entry_number = b.entry_number and ms.level = b.level and (${isMember}) = b.is_member
    for no key update ${skipLocked}) ms on true
  left join lateral (select u.id from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.is_active = b.is_active
      and u.anonymized_at is null
    for key share ${skipLocked}) u on true`;

/** Returns the SQL that follows the CTE `calls`: further CTEs, then the select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  return `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, s.id as store_id, u.id as customer_id,
    case when x.status <> 'Canceled' then x.id end as existing_id,
    case when x.status = 'Canceled' then x.id end as replaced_id,
    sale.day, sale.sold_at, u.is_active,
    s.id || ' ' || sale.day || ' ' || c.invoice_number as invoice,
    ms.entry_number, ms.level, ${isMember} as is_member, e.stamps, e.most,
    case when e.is_pos then 'pos' else 'amount' end as rule, l.earn_multiplier as multiplier,
    raise.level as raised_to, raise.name as raised_name, raise.until as raised_until,
    ${programmeJson} as programme, ${merchantDay} as written_on,
    ${lastDay} as expires_on, c.transaction, not ${isCurrent(merchantDay)} as is_due, ${isTimely} as is_timely, ${existingJson} as existing,
    ${storeJson} as store, ${customerJson} as customer, ${membershipJson} as membership,
    ${key.keptJson} as kept,
    s.is_active and (c.allowed_stores is null or s.id = any (c.allowed_stores)) and ${isTimely}
      and (not c.has_user or (ms.customer_id is not null and ${isCurrent(merchantDay)}))
      and (x.id is null or (x.status = 'Canceled' and c.replace_canceled)
        or (x.status = 'Open' and c.has_user and x.digest = c.digest))
      and ${key.isNew} as passes
  from calls c${places(form)}${askedDay}${existing}${earning(form, "sale.day")}${raised}${key.lookups}
),
able as (${firstCalls(form, "seen", ["customer_id", "invoice", "replaced_id", "key"])}
),
locked as materialized (
  select b.n, b.now, b.key, b.fingerprint, b.store_id, b.customer_id, b.existing_id, b.replaced_id, b.day, b.sold_at,
    b.stamps, b.most, b.rule, b.multiplier, b.programme, b.written_on, b.expires_on,
    coalesce(b.existing_id, b.transaction) as sale_id, b.level, b.raised_to, b.raised_name,
    b.raised_until, ms.level_until
  from able b${locks(form)}
  where (b.existing_id is null or x.id is not null)
    and (b.replaced_id is null or r.id is not null)
    and (b.customer_id is null or (ms.customer_id is not null and u.id is not null))
),${key.owned}
superseded as (${superseded("locked", key.isOwned)}
),
inserted as (${inserted("locked", key.isOwned)}
),
claimed as (${claimed("locked", key.isOwned)}
),
item as (${enteredItems("locked", key.isOwned)}
),
payment as (${enteredPayments("locked", key.isOwned, form)}
),
claimed_payment as (${claimedPayments("locked", key.isOwned, form)}
),
rewarded as (${rewarded("locked", key.isOwned)}
),
entry as (${entries("rewarded")}
),
level_change as (${insertLevelChanges("rewarded", "sale")}
),
done as (
  select l.n, l.key, json_build_object(
    'frame', json_build_object(
      'sale', json_build_object('id', l.sale_id,
        'status', case when l.customer_id is null then 'Open' else 'Created' end,
        'total', c.total::text, 'discount', c.discount::text, 'people', c.people,
        'stampsEarned', coalesce(r.earned, 0)),
      'customer', b.customer, 'membership', b.membership),
    'changed', case when r.n is null then json_build_object() else json_build_object(
      'stamps', r.stamps, 'balance', r.balance::text,
      'level', r.level_after, 'levelName', coalesce(l.raised_name, b.membership->>'levelName')) end) as outcome
  from locked l join seen b on b.n = l.n join calls c on c.n = l.n left join rewarded r on r.n = l.n
  where ${key.isOwned}
)${key.outcome}${answers(
    "seen",
    "done",
    `'store', b.store, 'customer', b.customer, 'membership', b.membership,
    'isDue', b.is_due, 'isTimely', b.is_timely, 'existing', b.existing, 'kept', b.kept`,
  )}`;
}

/**
 * Adds sales. A call is done exactly if:
 * - the rules allow it, and it repeats no sale;
 * - its idempotency key has no stored outcome;
 * - no earlier call of the batch has its customer, invoice, replaced sale or key;
 * - its rows have not changed since they were read;
 * - no other transaction has locked the rows, or the statement waits for locks.
 * If another transaction inserts the same sale at the same time, the statement fails with an error for which
 * `isSameInvoice` is true.
 */
export const addSales = batchStatement<SaleCall, SaleSeen, SaleDone>(
  "add_sales",
  columnsOf(saleColumns),
  arms,
);

/**
 * Returns whether the error means that another transaction has just inserted a sale with the invoice number.
 */
export function isSameInvoice(error: unknown): boolean {
  return (
    isDatabaseError(error) &&
    error.code === "23505" &&
    error.message.includes("transactions_invoice")
  );
}
