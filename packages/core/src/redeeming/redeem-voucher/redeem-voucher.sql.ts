import {
  batchStatement,
  type CallOf,
  columnsOf,
  insertKeys,
  insertOutcomes,
  keptUnderKey,
} from "../../writing/index.ts";
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
  key: "text | null",
  fingerprint: "text | null",
} as const;

/** The types of the statement's columns. */
export type Types = typeof types;

/** The statement's columns. */
export const columns = columnsOf(types);

/** What the statement is sent for one call. */
export type VoucherCall = CallOf<Types>;

/**
 * Whether a voucher's row `v` is the customer's and can be redeemed on a day. `=` would let the planner
 * look for the row among all that the customer holds.
 */
const isOpen = (
  customerId: string,
  today: string,
) => `v.customer_id is not distinct from ${customerId}
      and v.redeemed_at is null and v.is_active
      and (v.start_date is null or v.start_date <= ${today})
      and (v.end_date is null or v.end_date >= ${today})`;

/** A `Voucher`'s parts; `arm` has the columns of the voucher and of its template. */
const voucherParts = (arm: string) => `
      'id', ${arm}.voucher_id, 'name', ${arm}.name, 'code', ${arm}.code, 'isActive', ${arm}.is_active,
      'startDate', ${arm}.start_date, 'endDate', ${arm}.end_date,
      'value', ${arm}.value::text, 'remainingValue', ${arm}.remaining_value::text,
      'pictureUrl', ${arm}.picture_url, 'shortDescription', ${arm}.short_description,
      'description', ${arm}.description, 'instructions', ${arm}.instructions,
      'termsAndConditions', ${arm}.terms_and_conditions`;

/** The statement's arms after `calls`, and its select. */
export const arms = (skipLocked: string) => `
seen as materialized (
  select c.n, c.now, c.redemption, c.channel, c.invoice_number, c.extra_data, c.request_id, c.actor,
    c.key, c.fingerprint, s.id as store_id, s.today, u.id as customer_id,
    v.id as voucher_id, v.code, v.is_active, v.start_date, v.end_date, v.value, v.remaining_value,
    v.customer_id as holder_id, v.redeemed_at,
    t.id as template_id, t.name, t.picture_url, t.short_description, t.description, t.instructions,
    t.terms_and_conditions, t.stores, t.channels,
    m.redemption_pin_authorization as needs_authorization, ${authorizationToSpend} as authorization_id,
    k.fingerprint as kept_fingerprint, o.outcome as kept_outcome,
    ${storeJson} as store, ${customerJson} as customer, ${membershipJson} as membership,
    ${authorizationJson} as authorized,
    ${isAllowed}
      and ${isOpen("u.id", "s.today")}
      and (t.stores = '{}' or s.id = any (t.stores))
      and (t.channels = '{}' or c.channel = any (t.channels))
      and k.fingerprint is null as passes
  from calls c${lookups}
  left join lateral (select v.* from vouchers v
    where v.merchant_id = $1 and v.id = c.voucher limit 1) v on true
  left join lateral (select t.* from voucher_templates t
    where t.merchant_id = $1 and t.id = v.voucher_template_id limit 1) t on true${keptUnderKey(operation, "c")}
),
able as materialized (
  select * from (
    select s.*, row_number() over (partition by voucher_id order by n) as of_voucher,
      row_number() over (partition by authorization_id order by n) as of_authorization,
      row_number() over (partition by key order by n) as of_key
    from seen s where passes) ranked
  where of_voucher = 1 and (of_authorization = 1 or authorization_id is null)
    and (of_key = 1 or key is null)
  order by voucher_id
),
locked as materialized (
  select b.n, b.now, b.redemption, b.channel, b.invoice_number, b.extra_data, b.request_id, b.actor,
    b.key, b.fingerprint, b.store_id, b.customer_id, b.authorization_id, b.customer, b.membership,
    v.id as voucher_id, v.code, v.is_active, v.start_date, v.end_date, v.value, v.remaining_value,
    b.name, b.picture_url, b.short_description, b.description, b.instructions, b.terms_and_conditions
  from able b
  left join lateral (select a.id from redemption_authorizations a
    where a.merchant_id = $1 and a.id = b.authorization_id
      and a.spent_by_redemption_id is null and a.expires_at > b.now
    for no key update ${skipLocked}) a on true
  cross join lateral (select v.* from vouchers v
    where v.merchant_id = $1 and v.id = b.voucher_id and ${isOpen("b.customer_id", "b.today")}
    for no key update ${skipLocked}) v
  cross join lateral (select u.id from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.is_active and u.anonymized_at is null
    for key share ${skipLocked}) u
  where a.id is not null or b.authorization_id is null
),
owned as (${insertKeys(operation, "locked")}
),
won as materialized (
  select l.* from locked l where l.key is null or l.key in (select key from owned)
),
spent as (
  update vouchers v
  set redeemed_at = w.now, remaining_value = case when v.remaining_value is not null then 0 end
  from won w where v.merchant_id = $1 and v.id = w.voucher_id
  returning w.*
),
redeemed as (
  insert into redemptions as r (merchant_id, id, kind, customer_id, store_id, name, stamps_used, channel,
    invoice_number, extra_data, created_at, redeemed_by)
  select $1, s.redemption, 'voucher', s.customer_id, s.store_id, s.name, 0, s.channel,
    s.invoice_number, s.extra_data, s.now, s.actor
  from spent s
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
  select $1, s.redemption, 1, s.voucher_id, s.name, s.remaining_value, s.remaining_value is null, s.request_id
  from spent s
  returning l.redemption_id
),
entry as (
  insert into voucher_value_entries as e (merchant_id, voucher_id, cause, cause_id, delta, created_at)
  select $1, s.voucher_id, 'redemption', s.redemption, -s.remaining_value, s.now
  from spent s where s.remaining_value is not null
  returning e.voucher_id
),
done as materialized (
  select s.n, s.key, json_build_object(
    'frame', json_build_object(
      'saving', json_build_object('redemptionId', s.redemption, 'extraData', s.extra_data,
        'name', s.name, 'left', s.remaining_value::text),
      'customer', s.customer, 'membership', s.membership, 'voucher', json_build_object(${voucherParts("s")})),
    'changed', json_build_object()) as outcome
  from spent s
),
outcome as (${insertOutcomes(operation, "done")}
)
select s.n,
  case when d.n is null then json_build_object(
    'store', s.store, 'customer', s.customer, 'membership', s.membership,
    'needsAuthorization', s.needs_authorization, 'authorization', s.authorized,
    'voucher', case when s.voucher_id is not null then json_build_object(${voucherParts("s")},
      'templateId', s.template_id, 'customerId', s.holder_id, 'isRedeemed', s.redeemed_at is not null,
      'stores', s.stores, 'channels', s.channels) end,
    'kept', case when s.kept_outcome is not null then json_build_object(
      'fingerprint', s.kept_fingerprint, 'outcome', s.kept_outcome) end) end as seen,
  d.outcome as done
from seen s left join done d on d.n = s.n`;

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
