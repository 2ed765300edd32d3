import type { Form } from "../writing/index.ts";

// The template that staff issue vouchers of, and the day. A call has its id in the column `template`.

/** Whether a template's row `t` has a value to issue. */
export const canIssue = "(not t.is_dynamic or t.value > 0)";

/** `m`, the merchant, with the day there (`today`); `t`, the template. Follows `from calls c`. */
export const templateLookup = ({ limit }: Form) => `
  cross join lateral (select (c.now at time zone m.timezone)::date as today
    from merchants m where m.id = $1${limit}) m
  left join lateral (select t.* from voucher_templates t
    where t.merchant_id = $1 and t.id = c.template${limit}) t on true`;

/** `t`, the template of `b`, a row of `able`, judged again. Vouchers point at it. */
export const lockTemplate = ({ skipLocked }: Form) => `
  cross join lateral (select t.* from voucher_templates t
    where t.merchant_id = $1 and t.id = b.template_id and ${canIssue}
    for key share ${skipLocked}) t`;
