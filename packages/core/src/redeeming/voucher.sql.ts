import type { Form } from "../writing/index.ts";

// What every way to redeem a voucher looks up beside `lookups.sql.ts`.

const canBeRedeemed = (today: string) => `
      and v.redeemed_at is null and v.is_active
      and (v.start_date is null or v.start_date <= ${today})
      and (v.end_date is null or v.end_date >= ${today})`;

/**
 * Whether a voucher's row `v` is the customer's and can be redeemed on a day. `=` would let the planner
 * look for the row among all that the customer holds.
 */
export const isOpen = (customerId: string, today: string) =>
  `v.customer_id is not distinct from ${customerId}${canBeRedeemed(today)}`;

/** The same for a voucher that the customer or nobody holds. */
export const isOpenByCode = (customerId: string, today: string) =>
  `coalesce(v.customer_id, ${customerId}) = ${customerId}${canBeRedeemed(today)}`;

/** `v`, the voucher that a call means, and `t`, its template. */
export const voucher = ({ limit }: Form, isMeant = "v.id = c.voucher") => `
  left join lateral (select v.* from vouchers v
    where v.merchant_id = $1 and ${isMeant}${limit}) v on true
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
