import { type Db, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";

const p = sql.placeholder;

/** A Member ID from before the table of identifiers, with its customer. */
export type UnreadMemberId = { readonly memberId: string; readonly customerId: number };

const unread = statement<{
  readonly country: string;
  readonly rows: readonly UnreadMemberId[];
} | null>(
  "list_unread_member_ids",
  {},
  sql`(select json_build_object('country', m.country, 'rows', (
      select coalesce(json_agg(json_build_object('memberId', value, 'customerId', customer_id) order by value collate "C"), '[]')
      from (select value, customer_id from customer_identifiers
        where merchant_id = ${p("merchantId")}::bigint and form = 'unreadMemberId'
          and value collate "C" > ${p("after")}::text
        order by value collate "C" limit ${p("limit")}::int) page))
    from merchants m where m.id = ${p("merchantId")}::bigint)`,
);

/** Member IDs that are not read yet, in the order of their text; null if the merchant no longer exists. */
export function selectUnread(db: Db, merchantId: number, after: string, limit: number) {
  return run(db, unread, { merchantId, after, limit });
}

/** Another form in which a Member ID can be read; no form if there is none. */
export type Reading = UnreadMemberId & {
  readonly form: string | null;
  readonly value: string | null;
};

const reserve = statement<number>(
  "reserve_readings",
  {
    read: sql`select form, value, "memberId" as member_id, "customerId" as customer_id
      from json_to_recordset(${p("readings")}::text::json)
        as x(form text, value text, "memberId" text, "customerId" bigint)`,
    reserved: sql`insert into customer_identifiers as i (merchant_id, form, value, customer_id, is_reserved)
      select distinct on (r.form, r.value) ${p("merchantId")}::bigint, r.form, r.value, u.customer_id, true
      from read r join customer_identifiers u on u.merchant_id = ${p("merchantId")}::bigint
        and u.form = 'unreadMemberId' and u.value = r.member_id and u.customer_id = r.customer_id
      where r.form is not null order by r.form, r.value, u.customer_id
      on conflict (merchant_id, form, value) do update set is_reserved = i.is_reserved
        where i.customer_id = excluded.customer_id
      returning i.form, i.value, i.customer_id`,
    done: sql`delete from customer_identifiers i using read r
      where i.merchant_id = ${p("merchantId")}::bigint and i.form = 'unreadMemberId'
        and i.value = r.member_id and i.customer_id = r.customer_id
        and (r.form is null or exists (select 1 from reserved d
          where d.form = r.form and d.value = r.value and d.customer_id = r.customer_id))
      returning 1`,
  },
  sql`(select count(*) from done)`,
);

/** Reserves the other forms of Member IDs. Those whose form another customer has stay unread. */
export async function saveReadings(db: Db, merchantId: number, readings: readonly Reading[]) {
  return Number(await run(db, reserve, { merchantId, readings: JSON.stringify(readings) }));
}

const clashing = statement<readonly (UnreadMemberId & { readonly merchantId: number })[]>(
  "list_clashing_member_ids",
  {},
  sql`(select coalesce(json_agg(json_build_object('merchantId', merchant_id, 'memberId', value,
      'customerId', customer_id) order by merchant_id, value), '[]')
    from (select * from customer_identifiers where merchant_id = ${p("merchantId")}::bigint
      and form = 'unreadMemberId' order by value limit ${p("limit")}::int) page)`,
);

/** Some Member IDs of a merchant that are not reserved in every form. */
export function selectClashing(db: Db, merchantId: number, limit: number) {
  return run(db, clashing, { merchantId, limit });
}
