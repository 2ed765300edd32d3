import { clockArm, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../foundation/context.ts";
import {
  type CustomerRef,
  customerArm,
  customerParameters,
  membershipArm,
} from "../people/customers/index.ts";
import { spendingThatKeeps } from "../running/levels/index.ts";
import type { LevelProgress } from "./types.ts";

const p = sql.placeholder;

const missing = (amount: string) =>
  sql.raw(`greatest(0, l.spending_to_reach - ${amount})::numeric(14, 2)::text`);

/**
 * The last day on which the spending of `first_day` still counts. Adds `keep_months` to `first_day` and takes
 * the day before the sum. If the last month is too short, as in 31 January plus a month, the sum is
 * 28 February and is itself the last day.
 */
const countsUntil = sql.raw(`(select case when (d.day - k.span)::date < x.first_day then d.day
        else d.day - 1 end
      from (select make_interval(months => l.keep_months) as span) k,
        lateral (select (x.first_day + k.span)::date as day) d)`);

const progress = statement<LevelProgress | null>(
  "read_level_progress",
  {
    clock: clockArm,
    customer: customerArm,
    membership: membershipArm,
    standing: sql`select ms.customer_id, ms.level, ms.level_until,
        (clock.now at time zone m.timezone)::date as today
      from membership ms join merchants m on m.id = ${p("merchantId")}, clock`,
    upgrade: sql`select json_build_object('missing', ${missing("x.amount")}, 'deadline', ${countsUntil},
        'level', l.level, 'levelName', l.name) as document
      from standing s join levels l on l.merchant_id = ${p("merchantId")}
        cross join lateral (select coalesce(sum(t.spending), 0) as amount,
            min(t.business_day) filter (where t.spending > 0) as first_day
          from transactions t
          where t.merchant_id = ${p("merchantId")} and t.customer_id = s.customer_id
            and t.status = 'Created' and t.business_day <= s.today
            and t.business_day > (s.today - make_interval(months => l.keep_months))::date) x
      where l.level > s.level and l.spending_to_reach is not null
      order by l.level limit 1`,
    downgrade: sql`select json_build_object('missing', ${missing("held.amount")},
        'deadline', ms.level_until, 'level', lower.level, 'levelName', lower.name) as document
      from standing ms
        join levels l on l.merchant_id = ${p("merchantId")} and l.level = ms.level
        cross join lateral (select o.level, o.name from levels o
          where o.merchant_id = ${p("merchantId")} and o.level < ms.level
          order by o.level desc limit 1) lower
        ${spendingThatKeeps(sql`${p("merchantId")}::bigint`)}
      where ms.level_until is not null and l.spending_to_reach is not null`,
  },
  sql`(select json_build_object(
      'levelsCarrySpending', exists (select 1 from levels l
        where l.merchant_id = ${p("merchantId")} and l.spending_to_reach is not null),
      'upgrade', (select document from upgrade), 'downgrade', (select document from downgrade))
    from standing)`,
);

/**
 * Reads the spending that a customer needs to reach the next level, and to keep the present one. Null for an
 * unknown customer.
 */
export function readProgress(ctx: CoreContext, ref: CustomerRef): Promise<LevelProgress | null> {
  return run(ctx.db, progress, {
    ...customerParameters(ref),
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
  });
}
