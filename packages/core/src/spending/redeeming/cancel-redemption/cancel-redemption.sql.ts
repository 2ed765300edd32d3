import {
  auditColumns,
  eventColumns,
  insertAuditEntries,
  insertSecurityEvents,
} from "../../../foundation/audit/index.ts";
import {
  batchStatement,
  type CallOf,
  columnsOf,
  type Form,
  firstCalls,
  keyColumns,
  keyParts,
} from "../../../foundation/writing/index.ts";
import { insertStampEntries, merchantDay } from "../../../holding/stamps/index.ts";
import {
  areIssuedUnspent,
  hasTemplate,
  issue,
  lockIssued,
  lockTemplate,
  withdrawIssued,
} from "../../../holding/vouchers/index.ts";
import type { CancelDone, CancelSeen } from "./cancel-redemption.rules.ts";
import {
  ageHours,
  cancelableParts,
  isUsable,
  meantByInvoice,
  redemption,
  underInvoice,
} from "./redemption.sql.ts";

/** The operation's name in idempotency keys, refusals and the audit log. */
export const operation = "redemptions.cancel";

const types = {
  /**
   * The redemption's id. If null, the next three columns identify the redemption. Of these only
   * `invoiceNumber` is required.
   */
  redemption: "bigint | null",
  invoiceNumber: "text | null",
  storeId: "bigint | null",
  businessDay: "date | null",
  /** The ids of the stores in which the caller may act; null means all. */
  allowedStores: "bigint[] | null",
  mayCancelRecent: "boolean",
  mayCancelOld: "boolean",
  wantsReplacement: "boolean",
  /** A list with the new voucher. Null if none is needed, or until `complete` adds it. */
  vouchers: "json | null",
  ...auditColumns,
  ...eventColumns,
  ...keyColumns,
} as const;

/** The values that one call sends to the statement. */
export type CancelCall = CallOf<typeof types>;

/** The subject of the audit entry and the event. Uses the row's id: a call by invoice number has no id. */
const subject = "'redemption ' || d.redemption";

/** SQL for `value`, or null if `r` was canceled before, because a second cancel gives nothing back. */
const ifCreated = (value: string) => `case when r.status = 'Created' then ${value} end`;

/**
 * Whether the call needs a new voucher: to replace one that was redeemed whole, if it is wanted, or for the
 * value of a deduction whose voucher is no longer usable.
 */
const needsVoucher = `(case r.kind when 'voucher_value' then not ${isUsable("s.today")}
      else c.wants_replacement and r.kind in ('voucher', 'voucher_code') end)`;

/**
 * Locks the rows that the call changes or refers to: the redemption, the promo code, the voucher that gets
 * its value back, the vouchers that the redemption issued, the membership, the customer, and the
 * replacement's template. `voucher_id` is null if the value goes to a new voucher instead.
 */
const lock = (form: Form) => `
  select b.n, b.now, b.day, b.has_dated, b.key, b.fingerprint, b.actor, b.redemption, b.status, b.name, b.stamps_used,
    b.extra_data, b.customer_id, b.promo_code_id, b.value, b.issued, b.issuer, b.issuing_sale, ms.stamps,
    case when b.is_usable then b.voucher_id end as voucher_id
  from able b
  cross join lateral (select r.id from redemptions r
    where r.merchant_id = $1 and r.id = b.redemption and r.status = b.status
    for no key update ${form.skipLocked}) r
  left join lateral (select pc.id from promo_codes pc
    where pc.merchant_id = $1 and pc.id = b.promo_code_id
    for no key update ${form.skipLocked}) pc on true
  left join lateral (select v.id from vouchers v
    where v.merchant_id = $1 and v.id = b.voucher_id and ${isUsable("b.today")} = b.is_usable
    for no key update ${form.skipLocked}) v on true${lockIssued(form)}
  cross join lateral (select ms.stamps from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
    for no key update ${form.skipLocked}) ms
  cross join lateral (select u.id from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
    for key share ${form.skipLocked}) u${lockTemplate(form)}
  where (pc.id is not null or b.promo_code_id is null)
    and (v.id is not null or b.voucher_id is null)
    and ${areIssuedUnspent} and ${hasTemplate}`;

/**
 * CTEs that give back the stamps, values and uses of the redemptions in the CTE `canceled`, and record the
 * cancel. `freed` deletes the key that was made from the invoice number (`invoiceKey`), so that the same
 * redemption can be made again for the invoice. If the customer has ever had stamps that expire, only a
 * replay of the ledger shows when the returned stamps expire. `next_expiry_on` is then set to today, so that
 * the replay is due tomorrow.
 */
const giveBack = `
returned as (
  update memberships ms set stamps = ms.stamps + x.stamps_used,
    entry_number = ms.entry_number + (x.stamps_used > 0)::int,
    next_expiry_on = case when x.has_dated then least(ms.next_expiry_on, x.day)
      else ms.next_expiry_on end
  from canceled x where ms.merchant_id = $1 and ms.customer_id = x.customer_id
  returning x.n, x.now, x.day, x.customer_id, x.redemption, x.stamps_used, ms.stamps, ms.entry_number
),
stamp_entry as (${insertStampEntries("returned", {
  cause: "cancellation",
  causeId: "s.redemption",
  delta: "s.stamps_used",
  where: "s.stamps_used > 0",
})}
),
refilled as (
  update vouchers v set remaining_value = v.remaining_value + x.value, redeemed_at = null
  from canceled x where v.merchant_id = $1 and v.id = x.voucher_id
  returning v.id
),
value_entry as (
  insert into voucher_value_entries as e (merchant_id, voucher_id, cause, cause_id, delta, created_at)
  select $1, x.voucher_id, 'cancellation', x.redemption, x.value, x.now
  from canceled x where x.voucher_id is not null
  returning e.voucher_id
),
withdrawn as (${withdrawIssued("canceled")}
),
code_use as (
  update promo_codes pc set uses = pc.uses - 1
  from canceled x where pc.merchant_id = $1 and pc.id = x.promo_code_id
  returning pc.id
),
customer_use as (
  update promo_code_uses pu set uses = pu.uses - 1
  from canceled x
  where pu.merchant_id = $1 and pu.promo_code_id = x.promo_code_id and pu.customer_id = x.customer_id
  returning pu.customer_id
),${issue("calls", "canceled", {
  origin: {
    replaces_redemption_id: "s.redemption",
    issued_by_redemption_id: "s.issuer",
    issued_by_transaction_id: "s.issuing_sale",
  },
})},
review as (
  insert into replacement_reviews as q (merchant_id, redemption_id, reason, canceled_at)
  select $1, x.redemption, c.reason, x.now
  from canceled x join calls c on c.n = x.n where c.vouchers is not null
  returning q.redemption_id
),
entry as (${insertAuditEntries({
  action: operation,
  rows: "canceled",
  subject,
  details: `case when d.stamps_used > 0
      then json_build_object('name', d.name, 'delta', d.stamps_used)
      else json_build_object('name', d.name) end`,
})}
),
event as (${insertSecurityEvents({ what: "redemption-canceled", rows: "canceled", subject })}
),
freed as (
  delete from idempotency_keys k using canceled x
  where k.merchant_id = $1 and k.redemption_id = x.redemption
  returning k.key
)`;

/** Returns the SQL that follows the CTE `calls`: further CTEs, and the SELECT. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  return `
seen as materialized (
  select c.n, c.now, ${merchantDay} as day, c.key, c.fingerprint, c.actor, r.id as redemption, r.status, r.name, r.stamps_used,
    r.extra_data, u.id as customer_id, ln.value,
    ${ifCreated("ln.promo_code_id")} as promo_code_id,
    ${ifCreated("case when r.kind = 'voucher_value' then ln.voucher_id end")} as voucher_id,
    ${isUsable("s.today")} as is_usable, s.today,
    ${ifCreated("i.ids")} as issued, i.worth,
    v.issued_by_redemption_id as issuer, v.issued_by_transaction_id as issuing_sale,
    r.stamps_used > 0 and exists (select 1 from stamp_entries e
      where e.merchant_id = $1 and e.customer_id = u.id and e.expires_on is not null) as has_dated,
    ${ifCreated("case when c.vouchers is not null then t.id end")} as template_id,
    json_build_object(${cancelableParts},
      'underInvoice', coalesce(iv.open, iv.canceled, '{}'), 'kept', ${key.keptJson}) as document,
    rp.replacement,
    u.id is not null
      and (c.allowed_stores is null or r.store_id = any (c.allowed_stores))
      and (r.status = 'Canceled' or (not i.is_spent
        and case when ${ageHours} < m.cashier_cancel_hours then c.may_cancel_recent
          else c.may_cancel_old end
        and (c.vouchers is not null) = ${needsVoucher}))
      and ${key.isNew} as passes
  from calls c${underInvoice}${redemption(form, meantByInvoice)}${key.lookups}
),
able as (${firstCalls(form, "seen", ["customer_id", "voucher_id", "promo_code_id", "key"])}
),
locked as materialized (${lock(form)}
),${key.owned}
canceled as (
  update redemptions r set status = 'Canceled', canceled_at = l.now, canceled_by = l.actor
  from locked l
  where r.merchant_id = $1 and r.id = l.redemption and l.status = 'Created' and ${key.isOwned}
  returning l.*
),${giveBack},
done as (
  select l.n, l.key, json_build_object(
    'frame', json_build_object(
      'saving', case when l.status = 'Created' then
        json_build_object('replacement', c.vouchers -> 0) end,
      'replacement', b.replacement, 'issued', b.document -> 'issued',
      'redemption', json_build_object('id', l.redemption, 'name', l.name,
        'stampsUsed', l.stamps_used, 'status', 'Canceled', 'extraData', l.extra_data),
      'customer', b.document -> 'customer', 'membership', b.document -> 'membership'),
    'changed', json_build_object('stamps', coalesce(x.stamps, l.stamps))) as outcome
  from locked l join seen b on b.n = l.n join calls c on c.n = l.n
  left join returned x on x.n = l.n
  where ${key.isOwned}
)${key.outcome}
select b.n, case when d.n is null then b.document end as seen, d.outcome as done
from seen b left join done d on d.n = b.n`;
}

/**
 * Cancels redemptions, each once. For a redemption that was canceled before, returns the outcome and changes
 * nothing. A call is done only if:
 * - the rules allow it;
 * - its idempotency key has no stored outcome;
 * - it has the new voucher, if one is needed, and else none;
 * - no earlier call of the batch has its customer, voucher, promo code or key;
 * - no other transaction has locked a row that it changes or refers to.
 */
export const cancelRedemptions = batchStatement<CancelCall, CancelSeen, CancelDone>(
  "cancel_redemptions",
  columnsOf(types),
  arms,
);
