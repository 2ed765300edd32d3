import { type Db, type Parameters, read, rowsOf, run, schema, statement } from "@stampbook/db";
import { asc, eq, gt, sql } from "drizzle-orm";

const { customerIdentifiers: identifiers, merchants } = schema;

const p = sql.placeholder;

const isUnread = eq(identifiers.form, sql`'unreadMemberId'`);
/** Sorts bytewise, so that pages do not depend on the database's collation. */
const key = sql`${identifiers.value} collate "C"`;

/**
 * A Member ID that is stored as it was before Member IDs were normalized (form `unreadMemberId`), with its
 * customer's id.
 */
export type UnreadMemberId = { readonly memberId: string; readonly customerId: number };

const unread = read(
  "list_unread_member_ids",
  (input: Parameters<{ readonly after: string; readonly limit: number }>) =>
    rowsOf(merchants, { where: [] }).one({
      country: merchants.country,
      rows: rowsOf(identifiers, {
        where: [isUnread, gt(key, input("after"))],
        orderBy: [asc(key)],
        limit: sql`${input("limit")}`,
      }).list({ memberId: identifiers.value, customerId: identifiers.customerId }),
    }),
);

/**
 * Returns Member IDs whose `Reading` is not reserved yet, in bytewise order. Null if the merchant no longer
 * exists.
 */
export function selectUnread(db: Db, merchantId: number, after: string, limit: number) {
  return run(db, unread, { merchantId, after, limit });
}

/**
 * The email or mobile number that a Member ID spells. If it spells neither: the Member ID as it is compared.
 */
export type Reading = UnreadMemberId & { readonly form: string; readonly value: string };

const reserve = statement<number>(
  "reserve_readings",
  {
    read: sql`select form, value, "memberId" as member_id, "customerId" as customer_id
      from json_to_recordset(${p("readings")})
        as x(form text, value text, "memberId" text, "customerId" bigint)`,
    reserved: sql`insert into customer_identifiers as i (merchant_id, form, value, customer_id, is_reserved)
      select distinct on (r.form, r.value) ${p("merchantId")}, r.form, r.value, u.customer_id, true
      from read r join customer_identifiers u on u.merchant_id = ${p("merchantId")}
        and u.form = 'unreadMemberId' and u.value = r.member_id and u.customer_id = r.customer_id
      order by r.form, r.value, u.customer_id
      on conflict (merchant_id, form, value) do update set is_reserved = i.is_reserved
        where i.customer_id = excluded.customer_id
      returning i.form, i.value, i.customer_id`,
    done: sql`delete from customer_identifiers i using read r
      where i.merchant_id = ${p("merchantId")} and i.form = 'unreadMemberId'
        and i.value = r.member_id and i.customer_id = r.customer_id
        and exists (select 1 from reserved d
          where d.form = r.form and d.value = r.value and d.customer_id = r.customer_id)
      returning 1`,
  },
  sql`(select count(*) from done)`,
);

/**
 * Reserves the `Reading` of each Member ID. Returns for how many this succeeded. A Member ID keeps its form
 * `unreadMemberId` if another customer has its `Reading`.
 */
export async function saveReadings(db: Db, merchantId: number, readings: readonly Reading[]) {
  return Number(await run(db, reserve, { merchantId, readings: JSON.stringify(readings) }));
}

const clashing = read("list_clashing_member_ids", (input: Parameters<{ readonly limit: number }>) =>
  rowsOf(identifiers, {
    where: [isUnread],
    orderBy: [asc(identifiers.value)],
    limit: sql`${input("limit")}`,
  }).list({
    merchantId: identifiers.merchantId,
    memberId: identifiers.value,
    customerId: identifiers.customerId,
  }),
);

/** Returns the first `limit` Member IDs of a merchant whose `Reading` is not reserved yet. */
export function selectClashing(db: Db, merchantId: number, limit: number) {
  return run(db, clashing, { merchantId, limit });
}
