import type { Form } from "../writing/index.ts";

// SQL parts that look up the template of new vouchers, and the current day. A call has the template's id in
// the column `template`.

/** Whether a template's row `t` has a value to issue. */
export const canIssue = "(not t.is_dynamic or t.value > 0)";

/**
 * Joins `m`, the merchant, with the current day there (`today`), and `t`, the template. Follows `from calls
 * c`.
 */
export const templateLookup = ({ limit }: Form) => `
  cross join lateral (select (c.now at time zone m.timezone)::date as today
    from merchants m where m.id = $1${limit}) m
  left join lateral (select t.* from voucher_templates t
    where t.merchant_id = $1 and t.id = c.template${limit}) t on true`;

/**
 * Joins the template of a row `b` as `t`, and locks it until the new vouchers are written. Leaves out the row
 * if the template is gone or has no value to issue any more.
 */
export const lockTemplate = ({ skipLocked }: Form) => `
  cross join lateral (select t.* from voucher_templates t
    where t.merchant_id = $1 and t.id = b.template_id and ${canIssue}
    for key share ${skipLocked}) t`;
