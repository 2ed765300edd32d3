import { type SQL, sql } from "drizzle-orm";

/** A voucher with its template, as a `HeldVoucher`; `v` and `t` are their rows. */
export const voucherDoc: SQL = sql`json_build_object(
  'id', v.id, 'name', t.name, 'code', v.code, 'isActive', v.is_active,
  'startDate', v.start_date, 'endDate', v.end_date,
  'value', v.value::text, 'remainingValue', v.remaining_value::text,
  'pictureUrl', t.picture_url, 'shortDescription', t.short_description,
  'description', t.description, 'instructions', t.instructions,
  'termsAndConditions', t.terms_and_conditions,
  'templateId', t.id, 'customerId', v.customer_id, 'isRedeemed', v.redeemed_at is not null,
  'stores', t.stores, 'channels', t.channels)`;

/** A voucher template as a `VoucherTemplate`; `t` is its row. */
export const templateDoc: SQL = sql`json_build_object(
  'id', t.id, 'name', t.name, 'value', t.value::text, 'isDynamic', t.is_dynamic,
  'validityDays', t.validity_days, 'pictureUrl', t.picture_url,
  'shortDescription', t.short_description, 'description', t.description,
  'instructions', t.instructions, 'termsAndConditions', t.terms_and_conditions)`;
