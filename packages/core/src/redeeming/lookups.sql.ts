import { customerLookup, identifierForms } from "../customers/index.ts";
import { isCurrent, merchantDay } from "../stamps/index.ts";
import type { Form } from "../writing/index.ts";

// Joins that look up rows, for all ways to redeem, and conditions, columns and JSON over these rows. Each
// join is to `c`, a row of `calls`, and finds at most one row. PostgreSQL finds that row by an index,
// whatever the table's statistics say.

/**
 * Joins `s`, the call's store, with the store's day (`today`) and `time`. Looks for an id, then for a code.
 * If the request's text begins with a zero, looks for a code first: nobody writes ids that way.
 */
export const storeLookup = ({ limit }: Form) => `
  left join lateral (select s.id from stores s
    where s.merchant_id = $1 and s.id = c.store_id and c.store_code not like '0%'${limit}) s_id on true
  left join lateral (select s.id from stores s
    where s.merchant_id = $1 and s.code_key = c.store_code and s_id.id is null${limit}) s_code on true
  left join lateral (select s.*, (c.now at time zone s.timezone)::date as today,
      to_char(c.now at time zone s.timezone, 'HH24:MI:SS') as time
    from stores s
    where s.merchant_id = $1 and s.id = coalesce(s_id.id, s_code.id, c.store_id)${limit}) s on true`;

/** Joins `ms`, the membership of the customer `u`, and `l`, the membership's level. */
export const membership = (limit: string) => `
  left join lateral (select ms.* from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = u.id${limit}) ms on true
  left join lateral (select l.name, l.earn_multiplier from levels l
    where l.merchant_id = $1 and l.level = ms.level${limit}) l on true`;

/** Joins `m`, the merchant; `s`, the store; `u`, the customer; `ms`, the membership; and `l`, the level. */
export const places = (form: Form) => `
  join merchants m on m.id = $1${storeLookup(form)}${customerLookup(identifierForms, form)}${membership(form.limit)}`;

/** Whether the membership `ms` is active and not blocked; null without a membership. */
export const isMember = "ms.status = 100 and not ms.is_blocked";

/** Whether the registration is full, or partial members may redeem; null or true without a customer. */
const isNamed = "(u.registration_status = 'Full' or m.partial_may_redeem)";

/**
 * Whether store, customer and membership allow the call, and no stamps are due to expire. Otherwise false
 * or null.
 */
export const isEntered = `
      s.is_active and (c.allowed_stores is null or s.id = any (c.allowed_stores))
      and u.is_active and ${isMember} and ${isNamed} and ${isCurrent(merchantDay)}`;

/** `s` as a `StoreNow`, or null. */
export const storeJson = `case when s.id is not null then json_build_object(
      'id', s.id, 'code', s.code, 'name', s.name, 'isActive', s.is_active,
      'today', s.today, 'time', s.time) end`;

/** `u` as a `Customer`, or null. */
export const customerJson = `case when u.id is not null then json_build_object(
      'id', u.id, 'memberId', u.member_id, 'name', u.name, 'gender', u.gender, 'address', u.address,
      'isActive', u.is_active, 'email', u.email, 'mobileNumber', u.mobile_number,
      'pictureUrl', u.picture_url, 'birthday', u.birthday) end`;

/** `ms` as a `Membership`, or null. */
export const membershipJson = `case when ms.customer_id is not null then json_build_object(
      'level', ms.level, 'levelName', l.name, 'status', ms.status, 'stamps', ms.stamps,
      'balance', ms.balance::text, 'tags', ms.tags, 'referralCode', ms.referral_code,
      'startDate', ms.start_date, 'createdOn', (ms.created_at at time zone m.timezone)::date,
      'isBlocked', ms.is_blocked, 'needsName', not ${isNamed}) end`;

/** Columns of the CTE `seen` for a call of a member: ids, and the data for the first rules (`enter`). */
export const memberColumns = `c.n, c.now, s.id as store_id, s.today,
    ${merchantDay} as day, not (${isCurrent(merchantDay)}) as is_due,
    u.id as customer_id,
    coalesce(not ${isNamed}, false) as needs_name,
    ${storeJson} as store, ${customerJson} as customer, ${membershipJson} as membership`;

/**
 * What `enter` reads, as arguments of `json_build_object`, and `isDue` and `kept`. They read `b`, a row with
 * `memberColumns` and `kept`.
 */
export const enteredParts = `
    'store', b.store, 'customer', b.customer, 'membership', b.membership,
    'needsName', b.needs_name, 'isDue', b.is_due, 'kept', b.kept`;
