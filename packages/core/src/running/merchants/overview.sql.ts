import { heavy, isAnyOf, now, optional, rowsOf, run, schema, statement } from "@stampbook/db";
import { and, type Column, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { inPeriod, zoneOfPeriod } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";

const p = sql.placeholder;

const { vouchers } = schema;
const r = alias(schema.redemptions, "r");
const f = alias(schema.refusals, "f");
const b = alias(schema.bookings, "b");
const e = alias(schema.stampEntries, "e");

/** The totals of a period. */
export type Totals = {
  readonly redemptions: number;
  readonly canceled: number;
  readonly customers: number;
  readonly stampsUsed: number;
  /**
   * Stamps that were earned, awarded or given by hand. Counted for the whole merchant, because stamps belong
   * to no store.
   */
  readonly stampsGiven: number;
  readonly refusals: number;
  readonly bookings: number;
};

/**
 * The figures of a period. Its days are in the time zone of the store, or of the merchant if no store is
 * chosen.
 */
export type Overview = {
  readonly totals: Totals;
  /** Redemptions that are not canceled, by kind and by hour (`2026-11-21T09`) or day. */
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
  /** Active, unredeemed vouchers that end within a week from today. Counted for the whole merchant. */
  readonly expiring: { readonly count: number; readonly until: string };
};

const inStores = (column: Column) =>
  and(
    optional(p("storeId"), eq(column, p("storeId"))),
    optional(p("stores"), isAnyOf(column, p("stores"))),
  );

/**
 * Returns the condition that a moment is in the period. With `daysBefore`, the moment must also be more than
 * `daysBefore` days before now.
 */
const soFar = (moment: Column) =>
  sql`${inPeriod(sql`${moment}`)} and ${moment} < (select moment from until)`;

const arms = {
  until: sql`select coalesce((${now} at time zone ${p("timezone")} - make_interval(days => ${p("daysBefore")}))
    at time zone ${p("timezone")}, 'infinity') as moment`,
  made: sql`select r.* from redemptions r
    where r.merchant_id = ${p("merchantId")} and ${soFar(r.createdAt)} and ${inStores(r.storeId)}`,
  refused: sql`select f.code from refusals f
    where f.merchant_id = ${p("merchantId")} and ${soFar(f.createdAt)}
      and (${inStores(f.storeId)} or f.store_id is null and ${p("storeId")} is null)`,
  booked: sql`select b.status from bookings b
    where b.merchant_id = ${p("merchantId")} and ${inStores(b.storeId)}
      and b.date between coalesce(${p("from")}, '-infinity') and coalesce(${p("to")}, 'infinity')`,
  given: sql`select coalesce(sum(e.delta), 0) as stamps from stamp_entries e
    where e.merchant_id = ${p("merchantId")} and e.cause in ('earning', 'award', 'adjustment') and e.delta > 0
      and ${soFar(e.createdAt)}`,
};

const totalsDoc = sql`json_build_object(
  'redemptions', (select count(*) from made where status = 'Created'),
  'canceled', (select count(*) from made where status = 'Canceled'),
  'customers', (select count(distinct customer_id) from made where status = 'Created'),
  'stampsUsed', (select coalesce(sum(stamps_used - stamps_returned), 0) from made where status = 'Created'),
  'stampsGiven', (select stamps from given),
  'refusals', (select count(*) from refused),
  'bookings', (select count(*) from booked))`;

const totals = heavy(statement<Totals>("overview_totals", arms, totalsDoc));

const expiring = rowsOf(vouchers, {
  where: [
    sql`${vouchers.endDate} between today.day and today.day + 7`,
    isNull(vouchers.redeemedAt),
    sql`${vouchers.isActive}`,
  ],
}).value(sql`count(*)`);

const overview = heavy(
  statement<Overview>(
    "overview",
    {
      ...arms,
      today: sql`select (${now}
      at time zone ${p("merchantTimezone")})::date as day`,
      series: sql`select to_char(created_at at time zone ${p("timezone")},
        case when ${p("hourly")} then 'YYYY-MM-DD"T"HH24' else 'YYYY-MM-DD' end) as at, kind, count(*) as count
      from made where status = 'Created' group by 1, 2`,
      top: sql`select l.reward_id as id, max(l.name) as name, sum(l.qty - l.canceled_qty) as count,
        sum(l.stamps_used * (l.qty - l.canceled_qty) / l.qty) as stamps
      from made m join redemption_lines l on l.merchant_id = ${p("merchantId")} and l.redemption_id = m.id
      where m.status = 'Created' and l.reward_id is not null and l.qty > l.canceled_qty
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
    'expiring', (select json_build_object('until', today.day + 7, 'count', ${expiring}) from today))`,
  ),
);

/**
 * A period of days in the time zone of the store, or of the merchant if `storeId` is null. Both days are
 * included.
 */
export type OverviewInput = {
  readonly from: string;
  readonly to: string;
  readonly storeId: number | null;
  /** True: figures by hour. False: by day. */
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

/** Reads the figures of a period for the caller's stores. */
export async function selectOverview(ctx: CoreContext, input: OverviewInput): Promise<Overview> {
  const { hourly } = input;
  const merchantTimezone = ctx.caller.merchant.timezone;
  const values = { ...(await parameters(ctx, input)), daysBefore: null };
  return run(ctx.db, overview, { ...values, merchantTimezone, hourly });
}

/**
 * Reads only the totals, for comparison with the period `daysBefore` days later. Counts only what happened
 * more than `daysBefore` days before now. So a period that has not ended is compared with the same hours of
 * the earlier one. Bookings are counted by whole days.
 */
export async function selectTotals(
  ctx: CoreContext,
  { daysBefore, ...days }: Days & { readonly daysBefore: number },
): Promise<Totals> {
  return run(ctx.db, totals, { ...(await parameters(ctx, days)), daysBefore });
}
