import type { Form } from "../../foundation/writing/index.ts";
import { MOST_EARNED } from "./earning.rules.ts";

// What a sale earns. The aliases of the statement are `c` for the call, `u` for its customer, `ms` for the
// membership, `l` for the level and `m` for the merchant.

/** The columns of a call from which its stamps are computed. */
export const earningColumns = {
  hasUser: "boolean",
  total: "numeric",
  subtotal: "numeric | null",
  /** The number of stamps that the POS sent. Null: the POS sent none. */
  stampsSent: "bigint | null",
  /** The payments, in the form that `json_to_recordset` reads. */
  payments: "json",
  /** The next three columns are sums that `sumsOf` returns. */
  otherAmount: "numeric",
  ownAmount: "numeric",
  ownStamps: "bigint",
} as const;

/**
 * Joins `e`. `stamps` is the number that the sale earns. `is_pos` is true if the POS's number is used. `most`
 * is the most that the sale could earn within the caps. `day` is SQL for the business day, and `earns` for
 * whether the member can earn.
 */
export const earning = ({ limit }: Form, day: string, earns: string = canEarn) => `
  cross join lateral (select coalesce(sum(p.value) filter (where not pm.earns), 0) as amount
    from ${payments}
    left join lateral (${method}${limit}) pm on true) unpaid
  left join lateral (select sum(t.stamps_earned) as stamps from transactions t
    where m.earn_max_per_day is not null and t.merchant_id = $1 and t.customer_id = (select u.id)
      and t.business_day = (select ${day}) and t.status = 'Created') earned on true
  cross join lateral (select
      case when ${earns} then greatest(0, least(${MOST_EARNED}, m.earn_max_per_transaction,
        m.earn_max_per_day - coalesce(earned.stamps, 0))) else 0 end as most,
      m.accept_stamps_from_pos and c.stamps_sent is not null as is_pos,
      greatest(0, case m.earn_on when 'subtotal' then coalesce(c.subtotal, c.total) else c.total end
        - greatest(c.other_amount, unpaid.amount) - c.own_amount) as base) part
  cross join lateral (select part.most::bigint as most, part.is_pos, least(part.most,
      case when part.is_pos then c.stamps_sent
        else trunc((coalesce(div(part.base, m.earn_amount) * m.earn_stamps, 0) + c.own_stamps)
          * l.earn_multiplier) end)::bigint as stamps) e`;

/** Reads the payments of the call `c` as rows `p`. */
export const payments = `json_to_recordset(c.payments) as p (line int, method text, method_key text,
      value numeric, counts_for_levels boolean)`;

/** Selects whether the method of the payment `p` earns. No row if the merchant has no such method. */
export const method = `select pm.earns from payment_methods pm
      where pm.merchant_id = $1 and pm.code_key = p.method_key`;

/** SQL: whether the membership `ms` is active and not blocked; null without a membership. */
export const isMember = "ms.status = 100 and not ms.is_blocked";

/** SQL: whether the member can earn. False or null if not. */
export const canEarn = `u.is_active and ${isMember}`;

/** The merchant's programme as the JSON of a `Programme`. */
export const programmeJson = `json_build_object('earnAmount', m.earn_amount::text,
      'earnStamps', m.earn_stamps, 'earnOn', m.earn_on,
      'mostPerTransaction', m.earn_max_per_transaction, 'mostPerDay', m.earn_max_per_day,
      'acceptsStampsFromPos', m.accept_stamps_from_pos)`;
