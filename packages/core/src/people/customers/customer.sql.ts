import { type SQL, sql } from "drizzle-orm";
import type { CustomerRef, IdentifierForm } from "./types.ts";

const p = sql.placeholder;

/** The parameters that `customerArm` reads. */
export function customerParameters(ref: CustomerRef) {
  return {
    userEmail: ref.email,
    userMemberId: ref.memberId,
    userMobileNumber: ref.mobileNumber,
    userFirstId: ref.firstId,
    userId: ref.id,
  };
}

const ownerOf = (form: IdentifierForm, value: SQL): SQL => sql`(select i.customer_id
    from customer_identifiers i where i.merchant_id = ${p("merchantId")}
      and i.form = ${sql.raw(`'${form}'`)} and i.value = ${value} and not i.is_reserved)`;

/**
 * The customer of an identifier. If several forms match, the first argument of `coalesce` wins. Each look-up
 * reads at most one row, by a key. PostgreSQL skips the look-ups after the first match.
 */
export const customerArm: SQL = sql`select c.* from customers c
  where c.merchant_id = ${p("merchantId")} and c.anonymized_at is null and c.id = coalesce(
    (select k.id from customers k
      where k.merchant_id = ${p("merchantId")} and k.id = ${p("userFirstId")}),
    ${ownerOf("email", sql`${p("userEmail")}`)},
    ${ownerOf("memberId", sql`${p("userMemberId")}`)},
    ${ownerOf("mobileNumber", sql`${p("userMobileNumber")}`)},
    ${p("userId")})`;

/** The membership of the CTE `customer`, with its level's name. Reads the parameter `merchantId`. */
export const membershipArm: SQL = sql`select ms.*, l.name as level_name,
    (ms.created_at at time zone m.timezone)::date as created_on
  from customer c
  join memberships ms on ms.merchant_id = ${p("merchantId")} and ms.customer_id = c.id
  join levels l on l.merchant_id = ${p("merchantId")} and l.level = ms.level
  join merchants m on m.id = ms.merchant_id`;

/** The CTE `customer` as a `Customer`, or null. */
export const customerDoc: SQL = sql`(select json_build_object(
    'id', id, 'memberId', member_id, 'name', name, 'gender', gender, 'address', address,
    'isActive', is_active, 'email', email, 'mobileNumber', mobile_number,
    'pictureUrl', picture_url, 'birthday', birthday) from customer)`;

/**
 * Whether the customer of the CTE `customer` has no name, and the merchant lets nobody redeem without a name.
 * False if no customer was found.
 */
export const needsNameDoc: SQL = sql`coalesce((select c.registration_status = 'Partial' and not m.partial_may_redeem
    from customer c join merchants m on m.id = ${p("merchantId")}), false)`;

/** The CTE `membership` as a `Membership`, or null. */
export const membershipDoc: SQL = sql`(select json_build_object(
    'level', level, 'levelName', level_name, 'status', status, 'stamps', stamps, 'stampsOwed', stamps_owed,
    'balance', balance::text, 'tags', tags, 'referralCode', referral_code,
    'startDate', start_date, 'createdOn', created_on, 'isBlocked', is_blocked) from membership)`;
