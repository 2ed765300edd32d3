import type { Form } from "../../foundation/writing/index.ts";
import { member, store } from "../../machinery/facts/index.ts";
import { textOf } from "../../machinery/kernel/index.ts";
import { customerLookup, identifierForms } from "../../people/customers/index.ts";

// Joins that look up rows, for all ways to redeem, and conditions, columns and JSON over these rows. Each
// join is to `c`, a row of `calls`, and finds at most one row. PostgreSQL finds that row by an index,
// whatever the table's statistics say.

/** Joins `ms`, the membership of the customer `u`, and `l`, the membership's level. */
export const membership = (limit: string) => `
  left join lateral (select ms.* from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = u.id${limit}) ms on true
  left join lateral (select l.name, l.earn_multiplier from levels l
    where l.merchant_id = $1 and l.level = ms.level${limit}) l on true`;

/** Joins `m`, the merchant; `s`, the store; `u`, the customer; `ms`, the membership; and `l`, the level. */
export const places = (form: Form) => `
  join merchants m on m.id = $1${textOf(store.found.joins(form))}${customerLookup(identifierForms, form)}${membership(form.limit)}`;

/** Whether the membership `ms` is active and not blocked; null without a membership. */
export const isMember = "ms.status = 100 and not ms.is_blocked";

/** Whether the registration is full, or partial members may redeem; null or true without a customer. */
const isNamed = "(u.registration_status = 'Full' or m.partial_may_redeem)";

/** `s` as a `StoreNow`, or null. */
export const storeJson = textOf(store.found.shows.store);

/** `u` as a `Customer`, or null. */
export const customerJson = textOf(member.found.shows.customer);

/** `ms` as a `Membership`, or null. */
export const membershipJson = `case when ms.customer_id is not null then json_build_object(
      'level', ms.level, 'levelName', l.name, 'status', ms.status, 'stamps', ms.stamps,
      'balance', ms.balance::text, 'tags', ms.tags, 'referralCode', ms.referral_code,
      'startDate', ms.start_date, 'createdOn', (ms.created_at at time zone m.timezone)::date,
      'isBlocked', ms.is_blocked, 'needsName', not ${isNamed}) end`;
