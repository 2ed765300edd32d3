import type { Form } from "../writing/index.ts";

// SQL parts with which redemptions write the vouchers that they issue. These are a list of `NewVoucher`, in
// the column `vouchers` of a CTE.

/** Joins `t`, the template of the voucher that the reward `rw` issues. */
export const template = ({ limit }: Form) => `
  left join lateral (select t.* from voucher_templates t
    where t.merchant_id = $1 and t.id = rw.voucher_template_id${limit}) t on true`;

/** `t` as a `VoucherTemplate`, or null. */
export const templateJson = `case when t.id is not null then json_build_object(
      'id', t.id, 'name', t.name, 'value', t.value::text, 'isDynamic', t.is_dynamic,
      'validityDays', t.validity_days, 'pictureUrl', t.picture_url,
      'shortDescription', t.short_description, 'description', t.description,
      'instructions', t.instructions, 'termsAndConditions', t.terms_and_conditions,
      'extraData', t.extra_data) end`;

/**
 * Locks `t`, the template of `b`, a row of a call that passes, because issued vouchers refer to it. Check
 * `hasTemplate` too.
 */
export const lockTemplate = ({ skipLocked }: Form) => `
  left join lateral (select t.id from voucher_templates t
    where t.merchant_id = $1 and t.id = b.template_id
    for key share ${skipLocked}) t on true`;

/** Whether the call's template was locked, or it needs none. */
export const hasTemplate = "(t.id is not null or b.template_id is null)";

/** The columns of issued vouchers, in SQL over a call `s` and its voucher `i`. */
type Issuing = {
  readonly holder?: string;
  readonly redemption?: string;
  /** The column with the redemption. */
  readonly reference?: "issued_by_redemption_id" | "replaces_redemption_id";
  readonly notes?: string;
};

/**
 * The CTEs `new_vouchers`, `issued` and `opened`. They write the vouchers of the calls in the CTE `rows`,
 * which come from the column `vouchers` of the CTE `source`. They follow the CTEs that write the redemptions.
 */
export const issue = (
  source: string,
  rows: string,
  {
    holder = "s.customer_id",
    redemption = "s.redemption",
    reference = "issued_by_redemption_id",
    notes = "null",
  }: Issuing = {},
) => `
new_vouchers as materialized (
  select c.n, v.* from ${source} c cross join lateral json_to_recordset(c.vouchers) as v (id bigint, code text,
    "templateId" bigint, "customerId" bigint, value numeric, "remainingValue" numeric, "startDate" date,
    "endDate" date)
),
issued as (
  insert into vouchers as v (merchant_id, id, voucher_template_id, code, code_key, customer_id, value,
    remaining_value, start_date, end_date, ${reference}, notes,
    created_at)
  select $1, i.id, i."templateId", i.code, upper(i.code), ${holder}, i.value,
    i."remainingValue", i."startDate", i."endDate", ${redemption}, ${notes}, s.now
  from ${rows} s join new_vouchers i on i.n = s.n
  returning v.id, v.remaining_value, v.created_at
),
opened as (
  insert into voucher_value_entries as e (merchant_id, voucher_id, cause, cause_id, delta, created_at)
  select $1, i.id, 'opening', 0, i.remaining_value, i.created_at
  from issued i where i.remaining_value is not null
  returning e.voucher_id
)`;
