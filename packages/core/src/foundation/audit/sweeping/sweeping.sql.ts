import { isHere, now, once, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreDeps } from "../../context.ts";

const p = sql.placeholder;

const merchantIds = statement<number[] | null>(
  "list_merchant_ids",
  {},
  sql`(select json_agg(id order by id) from merchants where ${isHere("id")})`,
);

/** Returns the ids of all merchants that are not moved away, for jobs that run for each merchant. */
export async function listMerchantIds(deps: Pick<CoreDeps, "db">): Promise<number[]> {
  return (await run(deps.db, merchantIds, {})) ?? [];
}

/** The number of deleted rows of each kind. */
export type Swept = {
  readonly bookings: number;
  readonly bookingSlots: number;
  readonly auditEntries: number;
  readonly securityEvents: number;
  readonly refusals: number;
  readonly idempotencyKeys: number;
  readonly counters: number;
  readonly budgets: number;
};

const daysAgo = (days: number) => once(sql`${now} - ${sql.raw(String(days))} * interval '1 day'`);
/** The time before which rows are deleted. Null if the merchant keeps the rows forever. */
const keptFor = (column: string) =>
  once(sql`${now} - (select ${sql.raw(column)} from kept) * interval '1 day'`);
const keysEnd = daysAgo(7);
const countersEnd = daysAgo(1);

// The deletes of keys, counters and budgets check a row's age twice. If a call has just reused the row, the
// second check keeps it.
const sweep = statement<Swept>(
  "sweep_merchant",
  {
    kept: sql`select keep_bookings_days, keep_refusals_days, keep_audit_days, keep_events_days, timezone
      from merchants where id = ${p("merchantId")}`,
    bookings_end: sql`select (${now} at time zone timezone)::date - keep_bookings_days as day from kept`,
    slots_gone: sql`delete from booking_slots where merchant_id = ${p("merchantId")}
      and (store_id, date, slot) in (select k.store_id, k.date, k.slot from stores s
        cross join lateral (select k.* from booking_slots k
          where k.merchant_id = ${p("merchantId")} and k.store_id = s.id and k.date < (select day from bookings_end)
          limit ${p("atOnce")}) k
        where s.merchant_id = ${p("merchantId")} limit ${p("atOnce")})
      returning 1`,
    bookings_gone: sql`delete from bookings where merchant_id = ${p("merchantId")}
      and id in (select b.id from bookings b where b.merchant_id = ${p("merchantId")}
        and b.date < (select day from bookings_end)
        order by b.date, b.time, b.id limit ${p("atOnce")})
      returning 1`,
    audit_gone: sql`delete from audit_entries where merchant_id = ${p("merchantId")}
      and id in (select a.id from audit_entries a where a.merchant_id = ${p("merchantId")}
        and a.created_at < ${keptFor("keep_audit_days")}
        order by a.created_at, a.id limit ${p("atOnce")})
      returning 1`,
    newest_event: sql`select created_at, id from security_events where merchant_id = ${p("merchantId")}
      order by created_at desc, id desc offset ${p("mostEvents")} limit 1`,
    events_gone: sql`delete from security_events where merchant_id = ${p("merchantId")}
      and id in (select e.id from security_events e where e.merchant_id = ${p("merchantId")}
        and (e.created_at < ${keptFor("keep_events_days")}
          or (e.created_at, e.id) <= (select created_at, id from newest_event))
        order by e.created_at, e.id limit ${p("atOnce")})
      returning 1`,
    newest: sql`select created_at, id from refusals where merchant_id = ${p("merchantId")}
      order by created_at desc, id desc offset ${p("mostRefusals")} limit 1`,
    refusals_gone: sql`delete from refusals where merchant_id = ${p("merchantId")}
      and id in (select r.id from refusals r where r.merchant_id = ${p("merchantId")}
        and (r.created_at < ${keptFor("keep_refusals_days")}
          or (r.created_at, r.id) <= (select created_at, id from newest))
        order by r.created_at, r.id limit ${p("atOnce")})
      returning 1`,
    keys_gone: sql`delete from idempotency_keys where merchant_id = ${p("merchantId")}
      and (operation, key) in (select k.operation, k.key from idempotency_keys k
        where k.merchant_id = ${p("merchantId")} and k.created_at < ${keysEnd}
        order by k.created_at limit ${p("atOnce")})
      and created_at < ${keysEnd}
      returning 1`,
    counters_gone: sql`delete from attempt_counters where merchant_id = ${p("merchantId")}
      and subject in (select c.subject from attempt_counters c
        where c.merchant_id = ${p("merchantId")} and c.window_start < ${countersEnd}
        order by c.window_start limit ${p("atOnce")})
      and window_start < ${countersEnd}
      returning 1`,
    budgets_gone: sql`delete from budgets where merchant_id = ${p("merchantId")}
      and (budget, subject) in (select b.budget, b.subject from budgets b
        where b.merchant_id = ${p("merchantId")} and b.ends_at < ${countersEnd}
        order by b.ends_at limit ${p("atOnce")})
      and ends_at < ${countersEnd}
      returning 1`,
  },
  sql`json_build_object('bookings', (select count(*) from bookings_gone),
    'bookingSlots', (select count(*) from slots_gone),
    'auditEntries', (select count(*) from audit_gone),
    'securityEvents', (select count(*) from events_gone),
    'refusals', (select count(*) from refusals_gone),
    'idempotencyKeys', (select count(*) from keys_gone),
    'counters', (select count(*) from counters_gone),
    'budgets', (select count(*) from budgets_gone))`,
);

/**
 * Deletes a merchant's expired rows, and the oldest refusals and security events above `mostRefusals` and
 * `mostEvents`: up to `atOnce` rows of each kind. Returns how many rows of each kind were deleted.
 */
export function sweepMerchant(
  deps: Pick<CoreDeps, "db" | "clockOffsetMs">,
  merchantId: number,
  limits: { readonly mostRefusals: number; readonly mostEvents: number; readonly atOnce: number },
): Promise<Swept> {
  return run(deps.db, sweep, { merchantId, ...limits, offsetMs: deps.clockOffsetMs });
}
