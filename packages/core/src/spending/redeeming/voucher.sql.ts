import { sql } from "drizzle-orm";

/** `v` as a `HeldVoucher`, for drizzle. */
export const voucherDoc = sql.raw(`json_build_object(
      'id', v.id, 'name', t.name, 'code', v.code, 'isActive', v.is_active,
      'startDate', v.start_date, 'endDate', v.end_date,
      'value', v.value::text, 'remainingValue', v.remaining_value::text,
      'pictureUrl', t.picture_url, 'shortDescription', t.short_description,
      'description', t.description, 'instructions', t.instructions,
      'termsAndConditions', t.terms_and_conditions, 'extraData', t.extra_data,
      'templateId', t.id, 'customerId', v.customer_id, 'isRedeemed', v.redeemed_at is not null,
      'stores', t.stores, 'channels', t.channels)`);
