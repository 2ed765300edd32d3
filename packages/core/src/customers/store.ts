import { type SQL, sql } from "drizzle-orm";
import type { CustomerRef } from "./types.ts";

const p = sql.placeholder;

/** The parameters that `customerArm` reads. */
export function customerParameters(ref: CustomerRef) {
  return {
    userEmail: ref.email,
    userMemberId: ref.memberId,
    userMobileNumber: ref.mobileNumber,
    userId: ref.id,
  };
}

/**
 * The customer that an identifier means: one look-up by a unique index a form, the first form that
 * matches wins. One `or` over the forms would read the whole merchant, and so may a join to the rows
 * while the tables have no statistics.
 */
export const customerArm: SQL = sql`select * from (
    (select 1 as form, c.* from customers c
      where c.merchant_id = ${p("merchantId")}::bigint and c.email = ${p("userEmail")}::text limit 1)
    union all
    (select 2, c.* from customers c
      where c.merchant_id = ${p("merchantId")}::bigint and c.member_id = ${p("userMemberId")}::text limit 1)
    union all
    (select 3, c.* from customers c
      where c.merchant_id = ${p("merchantId")}::bigint and c.mobile_number = ${p("userMobileNumber")}::text limit 1)
    union all
    (select 4, c.* from customers c
      where c.merchant_id = ${p("merchantId")}::bigint and c.id = ${p("userId")}::bigint limit 1)
  ) found
  order by form limit 1`;

/** The membership of the arm `customer`, with its level's name. */
export const membershipArm: SQL = sql`select ms.*, l.name as level_name,
    (ms.created_at at time zone m.timezone)::date as created_on
  from customer c
  join memberships ms on ms.merchant_id = c.merchant_id and ms.customer_id = c.id
  join levels l on l.merchant_id = ms.merchant_id and l.level = ms.level
  join merchants m on m.id = ms.merchant_id`;

/** The arm `customer` as a `Customer`, or null. */
export const customerDoc: SQL = sql`(select json_build_object(
    'id', id, 'memberId', member_id, 'name', name, 'gender', gender, 'address', address,
    'isActive', is_active, 'email', email, 'mobileNumber', mobile_number,
    'pictureUrl', picture_url, 'birthday', birthday) from customer)`;

/** The arm `membership` as a `Membership`, or null. */
export const membershipDoc: SQL = sql`(select json_build_object(
    'level', level, 'levelName', level_name, 'status', status, 'stamps', stamps,
    'balance', balance::text, 'tags', tags, 'referralCode', referral_code,
    'startDate', start_date, 'createdOn', created_on, 'isBlocked', is_blocked) from membership)`;
