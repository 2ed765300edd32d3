import { sql } from "drizzle-orm";
import type { Form } from "../../foundation/writing/index.ts";

/** Joins `v`, the voucher for which `isMeant` is true, and `t`, the voucher's template. */
export const voucher = ({ limit }: Form, isMeant: string) => `
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

/** `v` as a `HeldVoucher`, for drizzle. */
export const voucherDoc = sql.raw(`json_build_object(${voucherParts},
      'templateId', t.id, 'customerId', v.customer_id, 'isRedeemed', v.redeemed_at is not null,
      'stores', t.stores, 'channels', t.channels)`);
