import type { Form } from "../../foundation/writing/index.ts";

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

/**
 * Joins `i`, the vouchers for which `isIssued` is true. `ids` are the open ones, which a cancel withdraws,
 * `worths` is what is left of each of them, in the same order, and `worth` is the sum. `is_spent` is whether
 * one is spent, and `issued` is the list of `IssuedVoucher`. A voucher whose redemption was canceled is not
 * spent.
 */
export const issuedVouchers = (isIssued: string) => `
  cross join lateral (select array_agg(v.id) filter (where v.redeemed_at is null) as ids,
      array_agg(coalesce(v.remaining_value, 0)) filter (where v.redeemed_at is null) as worths,
      coalesce(sum(v.remaining_value), 0) as worth, coalesce(bool_or(v.is_spent), false) as is_spent,
      coalesce(json_agg(json_build_object('id', v.id, 'code', v.code, 'isSpent', v.is_spent,
        'isOpen', v.redeemed_at is null, 'isActive', v.is_active) order by v.id), '[]') as issued
    from (select v.*, ${isSpent("v")} as is_spent from vouchers v
      where v.merchant_id = $1 and ${isIssued}) v) i`;

/**
 * Locks the open vouchers `b.issued`, and joins `i`, their `count` and `worth`. `areIssuedUnspent` is whether
 * none has been used since it was read as `b.worth`.
 */
export const lockIssued = ({ skipLocked }: Form) => `
  cross join lateral (select count(*) as count, coalesce(sum(v.remaining_value), 0) as worth
    from (select v.remaining_value from vouchers v
      where v.merchant_id = $1 and v.id = any (b.issued) and v.redeemed_at is null
      order by v.id for no key update ${skipLocked}) v) i`;

export const areIssuedUnspent =
  "(b.issued is null or (i.count = cardinality(b.issued) and i.worth = b.worth))";

/** Makes the vouchers `x.issued` of the rows of `canceled` inactive. */
export const withdrawIssued = (canceled: string) => `
  update vouchers v set is_active = false
  from ${canceled} x where v.merchant_id = $1 and v.id = any (x.issued)
  returning v.id`;
