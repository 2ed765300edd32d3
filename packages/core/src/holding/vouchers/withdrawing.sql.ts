// SQL of a cancel that withdraws the vouchers that its redemption or sale issued, with their replacements.

/** Whether the voucher `v` is redeemed, or a part of its dynamic value was taken. */
const isTouched = (v: string) =>
  `(${v}.redeemed_at is not null or coalesce(${v}.remaining_value <> ${v}.value, false))`;

/**
 * Whether the voucher `v` is spent, at least in part. It is not if all of its redemptions were canceled, even
 * if it stays redeemed.
 */
export const isSpent = (v: string) => `(${isTouched(v)} and coalesce((
      select bool_or(ru.status = 'Created') from redemption_lines u
      join redemptions ru on ru.merchant_id = $1 and ru.id = u.redemption_id
      where u.merchant_id = $1 and u.voucher_id = ${v}.id), true))`;

const newest = "order by v.is_active desc, v.id desc";
const unspent = "filter (where v.redeemed_at is null and not v.is_spent)";

/**
 * Joins `i`, the vouchers for which `isIssued` is true. `ids` are the unspent ones, which a cancel withdraws: those
 * that are active first, of these the newest. `worths` is what is left of each of them, in the same order. `spent`
 * counts the spent ones, and `issued` is the list of `IssuedVoucher`. A voucher whose redemption was canceled is not spent.
 */
export const issuedVouchers = (isIssued: string) => `
  cross join lateral (select array_agg(v.id ${newest}) ${unspent} as ids,
      array_agg(coalesce(v.remaining_value, 0) ${newest}) ${unspent} as worths,
      count(*) filter (where v.is_spent) as spent,
      coalesce(json_agg(json_build_object('id', v.id, 'code', v.code, 'isSpent', v.is_spent,
        'isOpen', v.redeemed_at is null, 'isActive', v.is_active) order by v.id), '[]') as issued
    from (select v.*, ${isSpent("v")} as is_spent from vouchers v
      where v.merchant_id = $1 and ${isIssued}) v) i`;
