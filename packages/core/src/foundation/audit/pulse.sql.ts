import { now, once, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";

const p = sql.placeholder;

/**
 * Values that the console compares with those of its last read. If a value differs, records of that kind have
 * changed, or the newest ones have become too old to be included.
 */
export type Pulse = {
  /** A hash over the bookings from yesterday on. New bookings and all decisions change the hash. */
  readonly bookings: string;
  /** The ids of the newest refusal and of the newest redemption in the last hour. Null if there is none. */
  readonly refusal: number | null;
  readonly redemption: number | null;
  /**
   * The id of the newest audit entry of the last ten minutes about a canceled redemption. Null if there is
   * none.
   */
  readonly cancel: number | null;
  /**
   * A hash over the newest sales of the last hour. New sales, claims, cancels and new totals change the hash.
   */
  readonly sales: string;
  /** The merchant's five newest jobs. */
  readonly jobs: readonly {
    readonly id: number;
    readonly state: string;
    readonly done: number;
    readonly total: number;
  }[];
};

/**
 * Limits the search to an hour. Without the limit, the search for a quiet store's newest row would read all
 * rows of busy stores. The upper bound makes PostgreSQL's planner expect few rows from the first call on.
 */
const isRecent = sql`r.created_at between ${once(sql`${now} - interval '1 hour'`)} and 'infinity'`;

/**
 * Limits the search to ten minutes. Each award of stamps by a POS writes an audit entry, so a longer period
 * could have many entries to search.
 */
const isNewEntry = sql`a.created_at between ${once(sql`${now} - interval '10 minutes'`)} and 'infinity'`;

const redemptionOfEntry = sql`(regexp_match(a.subject, '^redemption ([0-9]{1,15})$'))[1]::bigint`;

/** Leaves out future times: else the sales of a POS whose clock is ahead would hide all other sales. */
const isRecentSale = sql`x.sold_at between ${once(sql`${now} - interval '1 hour'`)} and ${once(now)}`;

/** The number of newest sales in the hash. */
const SALES = 20;

const pulse = statement<Pulse>(
  "read_pulse",
  {
    today: sql`select (${now}
      at time zone ${p("timezone")}::text)::date as day`,
  },
  sql`json_build_object(
    'bookings', (select md5(coalesce(string_agg(b.id || ':' || b.revision, ' ' order by b.id), ''))
      from bookings b, today t
      where b.merchant_id = ${p("merchantId")} and b.date >= t.day - 1
        and (b.store_id = any (${p("stores")}) or ${p("stores")} is null)),
    'refusal', (select r.id from refusals r
      where r.merchant_id = ${p("merchantId")} and ${isRecent}
        and (r.store_id = any (${p("stores")}) or ${p("stores")} is null)
      order by r.created_at desc, r.id desc limit 1),
    'redemption', (select r.id from redemptions r
      where r.merchant_id = ${p("merchantId")} and ${isRecent}
        and (r.store_id = any (${p("stores")}) or ${p("stores")} is null)
      order by r.created_at desc, r.id desc limit 1),
    'cancel', (select a.id from audit_entries a
      where a.merchant_id = ${p("merchantId")} and ${isNewEntry} and a.action = 'redemptions.cancel'
        and (${p("stores")} is null or exists (select 1 from redemptions r
          where r.merchant_id = ${p("merchantId")} and r.id = ${redemptionOfEntry}
            and r.store_id = any (${p("stores")})))
      order by a.created_at desc, a.id desc limit 1),
    'sales', (select md5(coalesce(
        string_agg(concat_ws(' ', n.id, n.status, n.total), ',' order by n.sold_at, n.id), ''))
      from (select x.id, x.status, x.total, x.sold_at from transactions x
        where x.merchant_id = ${p("merchantId")} and ${isRecentSale}
          and (x.store_id = any (${p("stores")}) or ${p("stores")} is null)
        order by x.sold_at desc, x.id desc limit ${sql.raw(String(SALES))}) n),
    'jobs', (select coalesce(json_agg(json_build_object('id', id, 'state', state, 'done', done, 'total', total)
        order by created_at desc, id desc), '[]')
      from (select id, state, done, total, created_at from jobs
        where merchant_id = ${p("merchantId")} order by created_at desc, id desc limit 5) j))`,
);

/**
 * Reads hashes and ids that change when bookings, redemptions, refusals, sales or jobs change. Always
 * includes the merchant's jobs, because jobs have no store.
 */
export function readPulse(ctx: CoreContext): Promise<Pulse> {
  const { merchant, stores } = ctx.caller;
  return run(ctx.db, pulse, {
    merchantId: merchant.id,
    timezone: merchant.timezone,
    offsetMs: ctx.clockOffsetMs,
    stores: stores && `{${stores.join(",")}}`,
  });
}
