import type { Form } from "../../../foundation/writing/index.ts";
import { issuedVouchers, templateJson } from "../../../holding/vouchers/index.ts";
import { customerJson, membership, membershipJson } from "../lookups.sql.ts";
import { voucher, voucherJson, voucherParts } from "../voucher.sql.ts";

// SQL with which a cancel and its preview read a redemption. `c` is a row of `calls`.

/** Whether the voucher `v` can be used on the day `today`, as far as it is open. */
export const isUsable = (today: string) =>
  `(v.is_active and (v.end_date is null or v.end_date >= ${today}))`;

/** The age of the redemption `r` in hours. */
export const ageHours = "extract(epoch from c.now - r.created_at) / 3600";

/**
 * Joins `m`, the merchant; `r`, the redemption; `u`, its customer, unless anonymized; `ms`, the membership;
 * and `l`, the level. `s.today` is the day in the redemption's store. `ln` is the redemption's first line,
 * `v` the line's voucher, and `t` the voucher's template. The first line is enough: only a redemption of
 * several rewards has more lines, and the line of a reward has no voucher, promo code or value. `i` is the
 * vouchers that the redemption issued (`issuedVouchers`). `rp.replacement` is the unspent voucher that an
 * earlier cancel of the redemption issued.
 */
export const redemption = (form: Form, id = "c.redemption") => `
  join merchants m on m.id = $1
  left join lateral (select r.* from redemptions r
    where r.merchant_id = $1 and r.id = ${id}${form.limit}) r on true
  left join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = r.customer_id
      and u.anonymized_at is null${form.limit}) u on true${membership(form.limit)}
  left join lateral (select (c.now at time zone s.timezone)::date as today from stores s
    where s.merchant_id = $1 and s.id = r.store_id${form.limit}) s on true
  left join lateral (select ln.* from redemption_lines ln
    where ln.merchant_id = $1 and ln.redemption_id = r.id
      and ln.line = 1${form.limit}) ln on true${voucher(form, "v.id = ln.voucher_id")}${issuedVouchers("v.issued_by_redemption_id = r.id")}
  left join lateral (select json_build_object(${voucherParts}, 'templateId', t.id) as replacement
    from vouchers v join voucher_templates t on t.merchant_id = $1 and t.id = v.voucher_template_id
    where v.merchant_id = $1 and v.replaces_redemption_id = r.id and r.status = 'Canceled'
      and v.is_active and v.redeemed_at is null${form.limit}) rp on true`;

/** The fields of a `Cancelable`, as arguments of `json_build_object`. */
export const cancelableParts = `
      'redemption', case when u.id is not null then json_build_object(
        'id', r.id, 'kind', r.kind, 'name', r.name, 'status', r.status, 'storeId', r.store_id,
        'stampsUsed', r.stamps_used, 'ageHours', ${ageHours},
        'cashierCancelHours', m.cashier_cancel_hours) end,
      'customer', ${customerJson}, 'membership', ${membershipJson}, 'today', s.today,
      'issued', i.issued, 'voucher', ${voucherJson}, 'template', ${templateJson},
      'value', ln.value::text, 'promoCodeId', ln.promo_code_id`;

/** How many days back to look for an invoice number if the call has no business day. */
const DAYS_BACK = 7;

/**
 * Joins `iv`, which has two lists of redemption ids with the call's invoice number: `open` and `canceled`.
 * Lists redemptions of one business day: the call's day or, if the call has none, the newest day in the last
 * `DAYS_BACK` days on which a redemption has the number. Reads only stores where the caller may act, and only
 * the call's store if the call names one. Without an invoice number, both lists are null.
 * The bounds of `created_at` let PostgreSQL use the index on the time. A store's day begins up to 14 hours
 * before the same day in UTC, and ends up to 12 hours after it. The bounds include the whole day of every
 * store, and the condition on `d.day` then selects the exact days.
 */
export const underInvoice = `
  cross join lateral (
    select array_agg(x.id order by x.id) filter (where x.status = 'Created') as open,
      array_agg(x.id order by x.id) filter (where x.status = 'Canceled') as canceled
    from (
      select r.id, r.status, d.day, max(d.day) over () as newest
      from redemptions r join stores s on s.merchant_id = $1 and s.id = r.store_id
      cross join lateral (select (r.created_at at time zone s.timezone)::date as day,
        (c.now at time zone s.timezone)::date as today) d
      where r.merchant_id = $1 and r.invoice_number = c.invoice_number
        and r.created_at >= coalesce(c.business_day - interval '1 day', c.now - interval '${DAYS_BACK + 2} days')
        and r.created_at <= coalesce(c.business_day + interval '3 days', c.now + interval '1 day')
        and case when c.business_day is null then d.day >= d.today - ${DAYS_BACK}
          else d.day = c.business_day end
        and (c.allowed_stores is null or s.id = any (c.allowed_stores))
        and (c.store_id is null or s.id = c.store_id)
    ) x where x.day = x.newest) iv`;

/**
 * The id of the call's redemption. If the call has no id, this is the only open redemption with its invoice
 * number. If no redemption is open, it is the only canceled one. Null if several match, or none.
 */
export const meantByInvoice = `coalesce(c.redemption, case
      when cardinality(iv.open) = 1 then iv.open[1]
      when iv.open is null and cardinality(iv.canceled) = 1 then iv.canceled[1] end)`;
