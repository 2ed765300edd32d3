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

/** Joins `a`, the customer's newest authorization for the request id of `c`. */
export const authorization = `
  left join lateral (select a.* from redemption_authorizations a
    where a.merchant_id = $1 and a.customer_id = u.id and a.request_id = c.request_id
    order by a.created_at desc, a.id desc limit 1) a on true`;

/** Joins `m`, the merchant; `s`, the store; `u`, the customer; `ms`, the membership; and `l`, the level. */
export const places = (form: Form) => `
  join merchants m on m.id = $1${storeLookup(form)}${customerLookup(identifierForms, form)}${membership(form.limit)}`;

/** The joins of `places` and `authorization`. Follows `from calls c`. */
export const lookups = (form: Form) => `${places(form)}${authorization}`;

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

/** Whether the authorization allows the call, or the merchant asks for none; false or null if not. */
export const isAuthorized = `(not m.redemption_pin_authorization
        or (a.spent_by_redemption_id is null and a.expires_at > c.now))`;

/** Whether both `isEntered` and `isAuthorized` are true; false or null if not. */
export const isAllowed = `${isEntered}
      and ${isAuthorized}`;

/**
 * Whether `today` is within the dates of a row of the catalogue or a voucher. A null date is no limit.
 * Redemptions pass the store's local day, so a voucher ends at the store's midnight. `findUnavailable` words
 * the refusal.
 */
export const isInDays = (row: string, today: string) => `
      (${row}.start_date is null or ${row}.start_date <= ${today})
      and (${row}.end_date is null or ${row}.end_date >= ${today})`;

/** Whether a row of the catalogue allows the store and the channel. Empty lists allow all. */
export const isInPlace = (row: string, storeId = "s.id", channel = "c.channel") => `
      (${row}.stores = '{}' or ${storeId} = any (${row}.stores))
      and (${row}.channels = '{}' or ${channel} = any (${row}.channels))`;

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

/** `a` as an `Authorization`, or null. */
export const authorizationJson = `case when a.id is not null then json_build_object(
      'id', a.id, 'live', a.expires_at > c.now,
      'spent', a.spent_by_redemption_id is not null) end`;

/** Columns of the CTE `seen` for a call of a member: ids, and the data for the first rules (`enter`). */
export const memberColumns = `c.n, c.now, s.id as store_id, s.today,
    ${merchantDay} as day, not (${isCurrent(merchantDay)}) as is_due,
    u.id as customer_id, m.redemption_pin_authorization as needs_authorization,
    coalesce(not ${isNamed}, false) as needs_name,
    ${storeJson} as store, ${customerJson} as customer, ${membershipJson} as membership`;

/** `memberColumns` with the id of the new redemption, for every way to redeem. */
export const enteredColumns = `${memberColumns}, c.redemption`;

/**
 * `authorization_id` is the authorization with the call's request id. Null if the merchant requires no
 * authorization, or if no authorization has this request id. `authorized` is the same row as a JSON
 * `Authorization`, which `checkAuthorization` reads.
 */
export const authorizationColumns = `
    case when m.redemption_pin_authorization then a.id end as authorization_id,
    ${authorizationJson} as authorized`;

/**
 * Fields of a `RedemptionSeen`, as arguments of `json_build_object`. They read `b`, a row with
 * `enteredColumns` and `kept`.
 */
export const enteredParts = `
    'store', b.store, 'customer', b.customer, 'membership', b.membership,
    'needsName', b.needs_name, 'needsAuthorization', b.needs_authorization, 'isDue', b.is_due, 'kept', b.kept`;

/**
 * The prefix of every key made from an invoice. Keys from callers are printable ASCII, so none begins with
 * it. No secret is part of the hash, so the key stays the same when `SECRET_KEY` changes.
 */
const PREFIX = "\u00a7 ";

/**
 * Returns SQL for an idempotency key made from the invoice, so that the same redemption for an invoice is
 * done only once. The key is a hash of the customer, the store, the store's day, the invoice number and
 * `thing`, which is SQL for what is redeemed. Null without an invoice number, or if the merchant allows
 * repeats. Used only if the caller sent no key. Interface 2, section 2.
 */
export const invoiceKey = (thing: string) => `case
      when m.one_redemption_per_invoice and c.invoice_number is not null
      then '${PREFIX}' || encode(sha256(convert_to(
        json_build_array(u.id, s.id, s.today, c.invoice_number, ${thing})::text, 'UTF8')), 'hex') end`;
