import type { Form } from "../writing/index.ts";

// SQL parts that look up the template of new vouchers and the current day. The column `template` of a call is
// the template's id.

/** Whether vouchers can be issued from the template `t`. A dynamic template needs a value above 0. */
export const canIssue = "(not t.is_dynamic or t.value > 0)";

/**
 * Returns SQL to follow `from calls c`. It joins `m` and `t`. `m.today` is the current day in the merchant's
 * zone. `t` is the template; its columns are null if there is no such template.
 */
export const templateLookup = ({ limit }: Form) => `
  cross join lateral (select (c.now at time zone m.timezone)::date as today
    from merchants m where m.id = $1${limit}) m
  left join lateral (select t.* from voucher_templates t
    where t.merchant_id = $1 and t.id = c.template${limit}) t on true`;

/**
 * Joins `t`, the template of the row `b`, and locks it until the transaction ends. Leaves out `b` if the
 * template was deleted or no longer meets `canIssue`.
 */
export const lockTemplate = ({ skipLocked }: Form) => `
  cross join lateral (select t.* from voucher_templates t
    where t.merchant_id = $1 and t.id = b.template_id and ${canIssue}
    for key share ${skipLocked}) t`;
