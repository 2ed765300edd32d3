import type { Form } from "../writing/index.ts";

// What every way to redeem a voucher looks up beside `lookups.sql.ts`.

/**
 * Whether a voucher's row `v` is the customer's and can be redeemed on a day. `=` would let the planner
 * look for the row among all that the customer holds.
 */
export const isOpen = (
  customerId: string,
  today: string,
) => `v.customer_id is not distinct from ${customerId}
      and v.redeemed_at is null and v.is_active
      and (v.start_date is null or v.start_date <= ${today})
      and (v.end_date is null or v.end_date >= ${today})`;

/** `v`, the voucher, and `t`, its template. */
export const voucher = ({ limit }: Form) => `
  left join lateral (select v.* from vouchers v
    where v.merchant_id = $1 and v.id = c.voucher${limit}) v on true
  left join lateral (select t.* from voucher_templates t
    where t.merchant_id = $1 and t.id = v.voucher_template_id${limit}) t on true`;

/** `v` as a `Voucher`, or null. */
export const voucherJson = `case when v.id is not null then json_build_object(
      'id', v.id, 'name', t.name, 'code', v.code, 'isActive', v.is_active,
      'startDate', v.start_date, 'endDate', v.end_date,
      'value', v.value::text, 'remainingValue', v.remaining_value::text,
      'pictureUrl', t.picture_url, 'shortDescription', t.short_description,
      'description', t.description, 'instructions', t.instructions,
      'termsAndConditions', t.terms_and_conditions) end`;
