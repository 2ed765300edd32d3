import { member } from "../../machinery/facts/index.ts";
import { textOf } from "../../machinery/kernel/index.ts";

// SQL for a cancel of a redemption: a join that finds at most one row, by an index, and JSON over the rows.

/** Joins `ms`, the membership of the customer `u`, and `l`, the membership's level. */
export const membership = (limit: string) => `
  left join lateral (select ms.* from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = u.id${limit}) ms on true
  left join lateral (select l.name, l.earn_multiplier from levels l
    where l.merchant_id = $1 and l.level = ms.level${limit}) l on true`;

/** Whether the registration is full, or partial members may redeem; null or true without a customer. */
const isNamed = "(u.registration_status = 'Full' or m.partial_may_redeem)";

/** `u` as a `Customer`, or null. */
export const customerJson = textOf(member.found.shows.customer);

/** `ms` as a `Membership`, or null. */
export const membershipJson = `case when ms.customer_id is not null then json_build_object(
      'level', ms.level, 'levelName', l.name, 'status', ms.status, 'stamps', ms.stamps,
      'balance', ms.balance::text, 'tags', ms.tags, 'referralCode', ms.referral_code,
      'startDate', ms.start_date, 'createdOn', (ms.created_at at time zone m.timezone)::date,
      'isBlocked', ms.is_blocked, 'needsName', not ${isNamed}) end`;
