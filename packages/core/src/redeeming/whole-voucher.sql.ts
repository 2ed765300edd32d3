import type { Form } from "../writing/index.ts";
import { hasAuthorization, lockAuthorization, lockCustomer } from "./locks.sql.ts";

// What the statements that redeem a voucher whole have in common. `able`, `seen` and `spent` are names of
// arms.

/** Parts of what a call's statement saw; `b` is the call's row. */
export const voucherSeenParts = `
    'store', b.store, 'customer', b.customer, 'membership', b.membership,
    'needsAuthorization', b.needs_authorization, 'authorization', b.authorized,
    'voucher', b.voucher,
    'held', case when b.voucher_id is not null then json_build_object(
      'templateId', b.template_id, 'customerId', b.holder_id, 'isRedeemed', b.redeemed_at is not null,
      'stores', b.stores, 'channels', b.channels) end,
    'kept', b.kept`;

/**
 * Locks the authorization, the voucher and the customer of each row of `able`. `isOpen` judges the
 * voucher's row `v` again; `b` is the call's row.
 */
export const lockVouchers = (form: Form, able: string, isOpen: string) => `
  select b.n, b.now, b.key, b.fingerprint, b.redemption, b.store_id, b.customer_id, b.authorization_id,
    b.name, v.id as voucher_id, v.remaining_value
  from ${able} b${lockAuthorization(form)}
  cross join lateral (select v.* from vouchers v
    where v.merchant_id = $1 and v.id = b.voucher_id and ${isOpen}
    for no key update ${form.skipLocked}) v${lockCustomer(form)}
  where ${hasAuthorization}`;

/** Inserts the redemptions of the calls in `spent`. */
export const insertRedemptions = (spent: string, kind: "voucher" | "voucher_code") => `
  insert into redemptions as r (merchant_id, id, kind, customer_id, store_id, name, stamps_used, channel,
    invoice_number, extra_data, created_at, redeemed_by)
  select $1, s.redemption, '${kind}', s.customer_id, s.store_id, s.name, 0, c.channel,
    c.invoice_number, c.extra_data, s.now, c.actor
  from ${spent} s join calls c on c.n = s.n
  returning r.id`;

/** Spends the authorizations of the calls in `spent`, after their redemptions are inserted. */
export const spendAuthorizations = (spent: string) => `
  update redemption_authorizations a set spent_by_redemption_id = s.redemption
  from ${spent} s where a.merchant_id = $1 and a.id = s.authorization_id
  returning a.id`;

/** Inserts the lines of the calls in `spent`. */
export const insertLines = (spent: string) => `
  insert into redemption_lines as l (merchant_id, redemption_id, line, voucher_id, name, value,
    spends_voucher, request_id)
  select $1, s.redemption, 1, s.voucher_id, s.name, s.remaining_value, s.remaining_value is null, c.request_id
  from ${spent} s join calls c on c.n = s.n
  returning l.redemption_id`;

/** Inserts the ledger's entries of the vouchers in `spent` that had a dynamic value. */
export const insertEntries = (spent: string) => `
  insert into voucher_value_entries as e (merchant_id, voucher_id, cause, cause_id, delta, created_at)
  select $1, s.voucher_id, 'redemption', s.redemption, -s.remaining_value, s.now
  from ${spent} s where s.remaining_value is not null
  returning e.voucher_id`;

/** Selects the calls in `spent`, each with its outcome as a `VoucherDone`. */
export const outcomes = (spent: string, seen: string) => `
  select s.n, s.key, json_build_object(
    'frame', json_build_object(
      'saving', json_build_object('redemptionId', s.redemption, 'extraData', c.extra_data,
        'name', s.name, 'left', s.remaining_value::text),
      'customer', b.customer, 'membership', b.membership, 'voucher', b.voucher),
    'changed', json_build_object()) as outcome
  from ${spent} s join ${seen} b on b.n = s.n join calls c on c.n = s.n`;
