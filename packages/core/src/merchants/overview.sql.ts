import { now, run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { inPeriod, zoneOfPeriod } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";

const p = sql.placeholder;

/** The figures of a period. */
export type Totals = {
  readonly redemptions: number;
  readonly canceled: number;
  readonly customers: number;
  readonly stampsUsed: number;
  /** Earned or given by hand, for the whole merchant, because stamps have no store. */
  readonly stampsGiven: number;
  readonly refusals: number;
  readonly bookings: number;
};

/** Figures of a period of days in the calendar of the store, else of the merchant. */
export type Overview = {
  readonly totals: Totals;
  /** Redemptions that are not canceled, by hour (`2026-11-21T09`) or day, and by kind. */
  readonly series: readonly {
    readonly at: string;
    readonly kind: string;
    readonly count: number;
  }[];
  readonly topRewards: readonly {
    readonly id: number;
    readonly name: string;
    readonly count: number;
    readonly stampsUsed: number;
  }[];
  readonly refusalsByCode: readonly { readonly code: string; readonly count: number }[];
  readonly bookingsByStatus: readonly { readonly status: string; readonly count: number }[];
  /** Open vouchers that end within a week from today, for the whole merchant. */
  readonly expiring: { readonly count: number; readonly until: string };
};

const inStores = (
  column: SQL,
) => sql`(${p("storeId")}::bigint is null or ${column} = ${p("storeId")}::bigint)
  and (${p("stores")}::text is null or ${column} = any (${p("stores")}::text::bigint[]))`;

/** Whether a moment in the compared period is before the current time, shifted by those days. */
const soFar = (moment: SQL) => sql`${moment} < (select moment from until)`;

const arms = {
  until: sql`select coalesce((${now} at time zone ${p("timezone")}::text - make_interval(days => ${p("daysBefore")}::int))
    at time zone ${p("timezone")}::text, 'infinity') as moment`,
  made: sql`select r.* from redemptions r
    where r.merchant_id = ${p("merchantId")}::bigint and ${inPeriod(sql`r.created_at`)} and ${soFar(sql`r.created_at`)}
      and ${inStores(sql`r.store_id`)}`,
  refused: sql`select r.code from refusals r
    where r.merchant_id = ${p("merchantId")}::bigint and ${inPeriod(sql`r.created_at`)} and ${soFar(sql`r.created_at`)}
      and (r.store_id is null and ${p("storeId")}::bigint is null or ${inStores(sql`r.store_id`)})`,
  booked: sql`select b.status from bookings b
    where b.merchant_id = ${p("merchantId")}::bigint
      and b.date between coalesce(${p("from")}::date, '-infinity') and coalesce(${p("to")}::date, 'infinity')
      and ${inStores(sql`b.store_id`)}`,
  given: sql`select coalesce(sum(e.delta), 0) as stamps from stamp_entries e
    where e.merchant_id = ${p("merchantId")}::bigint and e.cause in ('earning', 'adjustment') and e.delta > 0
      and ${inPeriod(sql`e.created_at`)} and ${soFar(sql`e.created_at`)}`,
};

const totalsDoc = sql`json_build_object(
  'redemptions', (select count(*) from made where status = 'Created'),
  'canceled', (select count(*) from made where status = 'Canceled'),
  'customers', (select count(distinct customer_id) from made where status = 'Created'),
  'stampsUsed', (select coalesce(sum(stamps_used), 0) from made where status = 'Created'),
  'stampsGiven', (select stamps from given),
  'refusals', (select count(*) from refused),
  'bookings', (select count(*) from booked))`;

const totals = statement<Totals>("overview_totals", arms, totalsDoc);

const overview = statement<Overview>(
  "overview",
  {
    ...arms,
    today: sql`select (${now}
      at time zone ${p("merchantTimezone")}::text)::date as day`,
    series: sql`select to_char(created_at at time zone ${p("timezone")}::text,
        case when ${p("hourly")}::boolean then 'YYYY-MM-DD"T"HH24' else 'YYYY-MM-DD' end) as at, kind, count(*) as count
      from made where status = 'Created' group by 1, 2`,
    top: sql`select l.reward_id as id, max(l.name) as name, sum(l.qty) as count, sum(l.stamps_used) as stamps
      from made m join redemption_lines l on l.merchant_id = ${p("merchantId")}::bigint and l.redemption_id = m.id
      where m.status = 'Created' and l.reward_id is not null
      group by l.reward_id order by count desc, l.reward_id limit 10`,
  },
  sql`json_build_object('totals', ${totalsDoc},
    'series', coalesce((select json_agg(json_build_object('at', at, 'kind', kind, 'count', count) order by at, kind)
      from series), '[]'),
    'topRewards', coalesce((select json_agg(json_build_object('id', id, 'name', name, 'count', count,
      'stampsUsed', stamps) order by count desc, id) from top), '[]'),
    'refusalsByCode', coalesce((select json_agg(json_build_object('code', code, 'count', count) order by count desc, code)
      from (select code, count(*) as count from refused group by code) x), '[]'),
    'bookingsByStatus', coalesce((select json_agg(json_build_object('status', status, 'count', count) order by status)
      from (select status, count(*) as count from booked group by status) x), '[]'),
    'expiring', (select json_build_object('until', t.day + 7, 'count', (select count(*) from vouchers v
      where v.merchant_id = ${p("merchantId")}::bigint and v.end_date between t.day and t.day + 7
        and v.redeemed_at is null and v.is_active)) from today t))`,
);

/** Days of the store's calendar, else of the merchant's; the last one is included. */
export type OverviewInput = {
  readonly from: string;
  readonly to: string;
  readonly storeId: number | null;
  /** By hour, else by day. */
  readonly hourly: boolean;
};

type Days = Omit<OverviewInput, "hourly">;

async function parameters(ctx: CoreContext, { from, to, storeId }: Days) {
  const { merchant, stores } = ctx.caller;
  return {
    merchantId: merchant.id,
    offsetMs: ctx.clockOffsetMs,
    timezone: await zoneOfPeriod(ctx, storeId),
    stores: stores && `{${stores.join(",")}}`,
    from,
    to,
    storeId,
  };
}

/** The figures of a period, for the caller's stores. */
export async function selectOverview(ctx: CoreContext, input: OverviewInput): Promise<Overview> {
  const { hourly } = input;
  const merchantTimezone = ctx.caller.merchant.timezone;
  const values = { ...(await parameters(ctx, input)), daysBefore: null };
  return run(ctx.db, overview, { ...values, merchantTimezone, hourly });
}

/**
 * Only the totals, for comparison with the period `daysBefore` days later. If that period includes
 * today, only the hours that have passed are counted. Bookings are counted by whole days, as there.
 */
export async function selectTotals(
  ctx: CoreContext,
  { daysBefore, ...days }: Days & { readonly daysBefore: number },
): Promise<Totals> {
  return run(ctx.db, totals, { ...(await parameters(ctx, days)), daysBefore });
}
