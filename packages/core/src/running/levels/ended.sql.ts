import { isHere, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreDeps } from "../../foundation/context.ts";
import { spendingThatKeeps } from "./spending-that-keeps.sql.ts";

const p = sql.placeholder;
const at = sql`(statement_timestamp() + ${p("offsetMs")}::float8 * interval '1 millisecond')`;

const merchantsWithEnded = statement<readonly number[]>(
  "merchants_with_ended_levels",
  {},
  sql`(select coalesce(json_agg(m.id order by m.id), '[]') from merchants m
    where exists (select 1 from memberships ms
      where ms.merchant_id = m.id and ms.level_until < (${at} at time zone m.timezone)::date)
      and ${isHere("m.id")})`,
);

/**
 * Returns the ids of the merchants with a member whose level ended before today in the merchant's time zone.
 */
export function listMerchantsWithEnded({
  db,
  clockOffsetMs,
}: CoreDeps): Promise<readonly number[]> {
  return run(db, merchantsWithEnded, { offsetMs: clockOffsetMs });
}

/** A member whose level has ended. `entryNumber` is the membership's `entry_number` when it was read. */
type EndedLevel = { readonly customerId: number; readonly entryNumber: number };

const ended = statement<readonly EndedLevel[]>(
  "list_ended_levels",
  {
    ended: sql`select ms.customer_id, ms.entry_number
      from (select (${at} at time zone m.timezone)::date as today
        from merchants m where m.id = ${p("merchantId")}::bigint) t, memberships ms
      where ms.merchant_id = ${p("merchantId")}::bigint and ms.level_until < t.today
      order by ms.level_until limit ${p("limit")}::int`,
  },
  sql`(select coalesce(json_agg(json_build_object('customerId', e.customer_id,
      'entryNumber', e.entry_number)), '[]') from ended e)`,
);

/**
 * Returns at most `limit` of the merchant's members whose level has ended. The earliest end comes first.
 */
export function listEnded(
  { db, clockOffsetMs }: CoreDeps,
  merchantId: number,
  limit: number,
): Promise<readonly EndedLevel[]> {
  return run(db, ended, { merchantId, limit, offsetMs: clockOffsetMs });
}

const follow = statement<number>(
  "follow_ended_levels",
  {
    calls: sql`select * from json_to_recordset(${p("ended")}::json)
      as x("customerId" bigint, "entryNumber" int, change bigint)`,
    // every change of a customer's sales raises `entry_number`: an equal number means unchanged sales
    locked: sql`select ms.customer_id, ms.level, ms.level_until, ms.entry_number from memberships ms
      where ms.merchant_id = ${p("merchantId")}::bigint
        and ms.customer_id = any (${p("customerIds")}::bigint[])
      order by ms.customer_id for no key update skip locked`,
    judged: sql`select ms.customer_id, ms.level, ms.level_until, c.change,
        coalesce(n.level, ms.level) as next_level,
        case when n.spending_to_reach is not null
          then (ms.level_until + make_interval(months => n.keep_months))::date end as next_until
      from calls c
      join locked ms on ms.customer_id = c."customerId" and ms.entry_number = c."entryNumber"
      join levels l on l.merchant_id = ${p("merchantId")}::bigint and l.level = ms.level
      ${spendingThatKeeps(sql`${p("merchantId")}::bigint`)}
      left join lateral (select o.level, o.keep_months, o.spending_to_reach from levels o
        where o.merchant_id = ${p("merchantId")}::bigint and (o.level < ms.level
          or (o.level = ms.level and o.spending_to_reach <= held.amount))
        order by o.level desc limit 1) n on true`,
    moved: sql`update memberships ms set level = j.next_level, level_until = j.next_until
      from judged j
      where ms.merchant_id = ${p("merchantId")}::bigint and ms.customer_id = j.customer_id
        and ms.level = j.level and ms.level_until = j.level_until
        and j.level_until < (select (${at} at time zone m.timezone)::date
          from merchants m where m.id = ${p("merchantId")}::bigint)
      returning j.*`,
    changes: sql`insert into level_changes as x (merchant_id, id, customer_id, level_before,
        level_after, until, until_before, cause, created_at, created_by)
      select ${p("merchantId")}::bigint, v.change, v.customer_id, v.level, v.next_level, v.next_until,
        v.level_until, 'ended', ${at}, 'service'
      from moved v
      returning x.id`,
  },
  sql`(select count(*)::int from moved)`,
);

/**
 * Writes the next level of each member. A member who still reaches the ended level keeps it, others get the
 * next lower level. If there is no lower level, the member keeps the level without an end. Skips members
 * whose `entryNumber` has changed since they were read or whose level has not ended, and locked memberships.
 * Returns the number of members written.
 */
export function followEnded(
  { db, clockOffsetMs }: CoreDeps,
  merchantId: number,
  ended: readonly (EndedLevel & { readonly change: number })[],
): Promise<number> {
  return run(db, follow, {
    merchantId,
    customerIds: `{${ended.map(({ customerId }) => customerId).join(",")}}`,
    ended: JSON.stringify(ended),
    offsetMs: clockOffsetMs,
  });
}
