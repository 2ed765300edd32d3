import { sql } from "drizzle-orm";
import type { Form } from "../writing/index.ts";
import { hasAuthorization, lockAuthorization, lockCustomer } from "./locks.sql.ts";
import { isInDays, isInPlace, seenParts } from "./lookups.sql.ts";
import { outcomes } from "./writes.sql.ts";

// SQL of the ways to redeem a voucher, in addition to `lookups.sql.ts` and `writes.sql.ts`.

const canBeRedeemed = (today: string) =>
  `v.redeemed_at is null and v.is_active and ${isInDays("v", today)}`;

/**
 * Whether the voucher `v` belongs to the customer and can be redeemed on the day `today`. Does not use `=`,
 * because PostgreSQL might then search all vouchers that the customer holds.
 */
export const isOpen = (customerId: string, today: string) =>
  `v.customer_id is not distinct from ${customerId} and ${canBeRedeemed(today)}`;

/** Like `isOpen`, but also true for a voucher that nobody holds. */
export const isOpenByCode = (customerId: string, today: string) =>
  `coalesce(v.customer_id, ${customerId}) = ${customerId} and ${canBeRedeemed(today)}`;

/** Whether the voucher's template `t` allows the store and the channel. */
export const isAllowedHere = isInPlace("t");

/** Joins `v`, the voucher for which `isMeant` is true, and `t`, the voucher's template. */
export const voucher = ({ limit }: Form, isMeant = "v.id = c.voucher") => `
  left join lateral (select v.* from vouchers v
    where v.merchant_id = $1 and ${isMeant}${limit}) v on true
  left join lateral (select t.* from voucher_templates t
    where t.merchant_id = $1 and t.id = v.voucher_template_id${limit}) t on true`;

/** The fields of a `Voucher`, as arguments of `json_build_object`. */
export const voucherParts = `
      'id', v.id, 'name', t.name, 'code', v.code, 'isActive', v.is_active,
      'startDate', v.start_date, 'endDate', v.end_date,
      'value', v.value::text, 'remainingValue', v.remaining_value::text,
      'pictureUrl', t.picture_url, 'shortDescription', t.short_description,
      'description', t.description, 'instructions', t.instructions,
      'termsAndConditions', t.terms_and_conditions, 'extraData', t.extra_data`;

/** `v` as a `Voucher`, or null. */
export const voucherJson = `case when v.id is not null then json_build_object(${voucherParts}) end`;

/** The fields of a `HeldVoucher` that a `Voucher` does not have, from `v` and its template `t`. */
export const heldJson = `json_build_object('templateId', t.id, 'customerId', v.customer_id,
      'isRedeemed', v.redeemed_at is not null, 'stores', t.stores, 'channels', t.channels)`;

/** `v` as a `HeldVoucher`, for drizzle. */
export const voucherDoc = sql.raw(`json_build_object(${voucherParts},
      'templateId', t.id, 'customerId', v.customer_id, 'isRedeemed', v.redeemed_at is not null,
      'stores', t.stores, 'channels', t.channels)`);

/** Columns of the CTE `seen`: the voucher, its holder and its template. */
export const voucherColumns = `
    v.id as voucher_id, v.customer_id as holder_id, v.redeemed_at, t.id as template_id, t.name,
    t.stores, t.channels, ${voucherJson} as voucher`;

/**
 * Fields of a `VoucherSeen`, as arguments of `json_build_object`. They read `b`, a row with `seenColumns`,
 * `voucherColumns` and `kept`.
 */
export const voucherSeenParts = `${seenParts},
    'voucher', b.voucher,
    'held', case when b.voucher_id is not null then json_build_object(
      'templateId', b.template_id, 'customerId', b.holder_id, 'isRedeemed', b.redeemed_at is not null,
      'stores', b.stores, 'channels', b.channels) end`;

/**
 * Locks the authorization, the voucher and the customer of each row `b` of the CTE `able`. `canBeRedeemed`
 * checks the voucher's row `v` again. `value` is the amount to take off a dynamic value.
 */
export const lockVouchers = (
  form: Form,
  able: string,
  { canBeRedeemed, value = "v.remaining_value" }: { canBeRedeemed: string; value?: string },
) => `
  select b.n, b.now, b.key, b.fingerprint, b.redemption, b.store_id, b.customer_id, b.authorization_id,
    b.name, v.id as voucher_id, v.remaining_value, ${value} as value
  from ${able} b${lockAuthorization(form)}
  cross join lateral (select v.* from vouchers v
    where v.merchant_id = $1 and v.id = b.voucher_id and ${canBeRedeemed}
    for no key update ${form.skipLocked}) v${lockCustomer(form)}
  where ${hasAuthorization}`;

/** Inserts the redemption lines of `rows`. Sets `spends_voucher` if the voucher has no dynamic value. */
export const insertVoucherLines = (rows: string) => `
  insert into redemption_lines as l (merchant_id, redemption_id, line, voucher_id, name, value,
    spends_voucher, request_id)
  select $1, s.redemption, 1, s.voucher_id, s.name, s.value, s.value is null, c.request_id
  from ${rows} s join calls c on c.n = s.n
  returning l.redemption_id`;

/** Inserts ledger entries for the rows of `rows` whose voucher has a dynamic value. */
export const insertVoucherEntries = (rows: string) => `
  insert into voucher_value_entries as e (merchant_id, voucher_id, cause, cause_id, delta, created_at)
  select $1, s.voucher_id, 'redemption', s.redemption, -s.value, s.now
  from ${rows} s where s.value is not null
  returning e.voucher_id`;

/** Selects the outcomes of `rows`, each with a `VoucherFrame`. `changed` goes to `json_build_object`. */
export const voucherOutcomes = (rows: string, seen: string, changed = "") =>
  outcomes(rows, seen, {
    saving: "'extraData', c.extra_data, 'left', s.remaining_value::text",
    frame: "'voucher', b.voucher",
    changed,
  });
