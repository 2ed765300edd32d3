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
import { isOpen, voucher, voucherJson } from "../voucher.sql.ts";
import type { VoucherDone, VoucherSeen } from "./redeem-voucher.rules.ts";

/** The operation's name in idempotency keys and refusals. */
export const operation = "redemptions.redeemVoucher";

const types = {
  ...placeColumns,
  redemption: "bigint",
  voucher: "bigint",
  channel: "int | null",
  invoiceNumber: "text | null",
  extraData: "json | null",
  requestId: "text | null",
  actor: "text",
  ...keyColumns,
} as const;

/** The types of the statement's columns. */
export type Types = typeof types;

/** The statement's columns. */
export const columns = columnsOf(types);

/** What the statement is sent for one call. */
export type VoucherCall = CallOf<Types>;

/** The statement's arms after `calls`, and its select. */
export function arms(form: Form): string {
  const { lookups: kept, isNew, keptJson, owned, isOwned, outcome } = keyParts(operation, form);
  return `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, c.redemption, s.id as store_id, s.today, u.id as customer_id,
    v.id as voucher_id, v.customer_id as holder_id, v.redeemed_at, t.id as template_id, t.name,
    t.stores, t.channels, m.redemption_pin_authorization as needs_authorization,
    ${authorizationToSpend} as authorization_id,
    ${storeJson} as store, ${customerJson} as customer, ${membershipJson} as membership,
    ${authorizationJson} as authorized, ${voucherJson} as voucher, ${keptJson} as kept,
    ${isAllowed}
      and ${isOpen("u.id", "s.today")}
      and (t.stores = '{}' or s.id = any (t.stores))
      and (t.channels = '{}' or c.channel = any (t.channels))
      and ${isNew} as passes
  from calls c${lookups(form)}${voucher(form)}${kept}
),
able as (${firstCalls(form, ["voucher_id", "authorization_id", "key"])}
),
locked as materialized (
  select b.n, b.now, b.key, b.fingerprint, b.redemption, b.store_id, b.customer_id, b.authorization_id,
    b.name, v.id as voucher_id, v.remaining_value
  from able b${lockAuthorization(form)}
  cross join lateral (select v.* from vouchers v
    where v.merchant_id = $1 and v.id = b.voucher_id and ${isOpen("b.customer_id", "b.today")}
    for no key update ${form.skipLocked}) v${lockCustomer(form)}
  where ${hasAuthorization}
),${owned}
spent as (
  update vouchers v
  set redeemed_at = l.now, remaining_value = case when v.remaining_value is not null then 0 end
  from locked l where v.merchant_id = $1 and v.id = l.voucher_id and ${isOwned}
  returning l.*
),
redeemed as (
  insert into redemptions as r (merchant_id, id, kind, customer_id, store_id, name, stamps_used, channel,
    invoice_number, extra_data, created_at, redeemed_by)
  select $1, s.redemption, 'voucher', s.customer_id, s.store_id, s.name, 0, c.channel,
    c.invoice_number, c.extra_data, s.now, c.actor
  from spent s join calls c on c.n = s.n
  returning r.id
),
authorized as (
  update redemption_authorizations a set spent_by_redemption_id = s.redemption
  from spent s where a.merchant_id = $1 and a.id = s.authorization_id
  returning a.id
),
line as (
  insert into redemption_lines as l (merchant_id, redemption_id, line, voucher_id, name, value,
    spends_voucher, request_id)
  select $1, s.redemption, 1, s.voucher_id, s.name, s.remaining_value, s.remaining_value is null, c.request_id
  from spent s join calls c on c.n = s.n
  returning l.redemption_id
),
entry as (
  insert into voucher_value_entries as e (merchant_id, voucher_id, cause, cause_id, delta, created_at)
  select $1, s.voucher_id, 'redemption', s.redemption, -s.remaining_value, s.now
  from spent s where s.remaining_value is not null
  returning e.voucher_id
),
done as (
  select s.n, s.key, json_build_object(
    'frame', json_build_object(
      'saving', json_build_object('redemptionId', s.redemption, 'extraData', c.extra_data,
        'name', s.name, 'left', s.remaining_value::text),
      'customer', b.customer, 'membership', b.membership, 'voucher', b.voucher),
    'changed', json_build_object()) as outcome
  from spent s join seen b on b.n = s.n join calls c on c.n = s.n
)${outcome}
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
 * Redeems vouchers, each at most once. A call is done exactly if the rules have nothing against it,
 * nothing is kept under its key, no call before it in the batch spends the same voucher or
 * authorization or has the same key, and no other transaction holds these rows.
 */
export const redeemVouchers = batchStatement<Types, VoucherSeen, VoucherDone>(
  "redeem_vouchers",
  columns,
  arms,
);
