import {
  batchStatement,
  type CallOf,
  columnsOf,
  type Form,
  firstCalls,
  keyColumns,
  keyParts,
} from "../../writing/index.ts";
import { hasAuthorization, lockAuthorization, lockCustomer } from "../locks.sql.ts";
import {
  authorizationJson,
  authorizationToSpend,
  customerJson,
  isAllowed,
  lookups,
  membershipJson,
  placeColumns,
  storeJson,
} from "../lookups.sql.ts";
import type { VoucherSeen } from "../redeem-voucher/redeem-voucher.rules.ts";
import { isOpen, voucher, voucherJson } from "../voucher.sql.ts";
import type { DeductionDone } from "./deduct-value.rules.ts";

/** The operation's name in idempotency keys and refusals. */
export const operation = "vouchers.deductValue";

const types = {
  ...placeColumns,
  redemption: "bigint",
  voucher: "bigint",
  /** Null if no voucher can hold so much; then nothing is deducted. */
  value: "numeric | null",
  channel: "int | null",
  invoiceNumber: "text | null",
  extraData: "json | null",
  requestId: "text | null",
  actor: "text",
  ...keyColumns,
} as const;

/** What the statement is sent for one call. */
export type DeductionCall = CallOf<typeof types>;

/** The statement's arms after `calls`, and its select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, {
    locked: "locked",
    done: "done",
  });
  return `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, c.redemption, c.value, s.id as store_id, s.today,
    u.id as customer_id, v.id as voucher_id, v.customer_id as holder_id, v.redeemed_at,
    t.id as template_id, t.name, t.stores, t.channels,
    m.redemption_pin_authorization as needs_authorization, ${authorizationToSpend} as authorization_id,
    ${storeJson} as store, ${customerJson} as customer, ${membershipJson} as membership,
    ${authorizationJson} as authorized, ${voucherJson} as voucher, ${key.keptJson} as kept,
    ${isAllowed}
      and ${isOpen("u.id", "s.today")}
      and (t.stores = '{}' or s.id = any (t.stores))
      and (t.channels = '{}' or c.channel = any (t.channels))
      and v.remaining_value >= c.value
      and ${key.isNew} as passes
  from calls c${lookups(form)}${voucher(form)}${key.lookups}
),
able as (${firstCalls(form, "seen", ["voucher_id", "authorization_id", "key"])}
),
locked as materialized (
  select b.n, b.now, b.key, b.fingerprint, b.redemption, b.value, b.store_id, b.customer_id,
    b.authorization_id, b.name, v.id as voucher_id, v.remaining_value as value_before
  from able b${lockAuthorization(form)}
  cross join lateral (select v.* from vouchers v
    where v.merchant_id = $1 and v.id = b.voucher_id and ${isOpen("b.customer_id", "b.today")}
      and v.remaining_value >= b.value
    for no key update ${form.skipLocked}) v${lockCustomer(form)}
  where ${hasAuthorization}
),${key.owned}
deducted as (
  update vouchers v
  set remaining_value = v.remaining_value - l.value,
    redeemed_at = case when v.remaining_value = l.value then l.now end
  from locked l where v.merchant_id = $1 and v.id = l.voucher_id and ${key.isOwned}
  returning l.*, v.remaining_value as value_left
),
redeemed as (
  insert into redemptions as r (merchant_id, id, kind, customer_id, store_id, name, stamps_used, channel,
    invoice_number, extra_data, created_at, redeemed_by)
  select $1, d.redemption, 'voucher_value', d.customer_id, d.store_id, d.name, 0, c.channel,
    c.invoice_number, c.extra_data, d.now, c.actor
  from deducted d join calls c on c.n = d.n
  returning r.id
),
authorized as (
  update redemption_authorizations a set spent_by_redemption_id = d.redemption
  from deducted d where a.merchant_id = $1 and a.id = d.authorization_id
  returning a.id
),
line as (
  insert into redemption_lines as l (merchant_id, redemption_id, line, voucher_id, name, value,
    spends_voucher, request_id)
  select $1, d.redemption, 1, d.voucher_id, d.name, d.value, false, c.request_id
  from deducted d join calls c on c.n = d.n
  returning l.redemption_id
),
entry as (
  insert into voucher_value_entries as e (merchant_id, voucher_id, cause, cause_id, delta, created_at)
  select $1, d.voucher_id, 'redemption', d.redemption, -d.value, d.now
  from deducted d
  returning e.voucher_id
),
done as (
  select d.n, d.key, json_build_object(
    'frame', json_build_object(
      'saving', json_build_object('redemptionId', d.redemption, 'extraData', c.extra_data,
        'name', d.name, 'left', d.value_before::text),
      'customer', b.customer, 'membership', b.membership, 'voucher', b.voucher),
    'changed', json_build_object('remaining', d.value_left::text)) as outcome
  from deducted d join seen b on b.n = d.n join calls c on c.n = d.n
)${key.outcome}
select b.n,
  case when d.n is null then json_build_object(
    'store', b.store, 'customer', b.customer, 'membership', b.membership,
    'needsAuthorization', b.needs_authorization, 'authorization', b.authorized,
    'voucher', b.voucher,
    'held', case when b.voucher_id is not null then json_build_object(
      'templateId', b.template_id, 'customerId', b.holder_id, 'isRedeemed', b.redeemed_at is not null,
      'stores', b.stores, 'channels', b.channels) end,
    'kept', b.kept) end as seen,
  d.outcome as done
from seen b left join done d on d.n = b.n`;
}

/**
 * Deducts values from vouchers that have enough. A call is done exactly if the rules have nothing against
 * it, nothing is kept under its key, no call before it in the batch deducts from the same voucher, spends
 * the same authorization or has the same key, and no other transaction holds these rows.
 */
export const deductValues = batchStatement<DeductionCall, VoucherSeen, DeductionDone>(
  "deduct_values",
  columnsOf(types),
  arms,
);
