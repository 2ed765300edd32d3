import { type Db, now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { Merchant, StaffRole } from "../context.ts";

const p = sql.placeholder;

/** What a live session opens. */
export type SessionGrant = {
  readonly userId: string;
  readonly role: StaffRole;
  readonly stores: readonly number[] | null;
  readonly merchant: Merchant;
};

const liveSession = statement<SessionGrant | null>(
  "live_session_by_token",
  {},
  sql`(select json_build_object(
      'userId', s.user_id, 'role', m.role, 'stores', nullif(m.stores, '{}'),
      'merchant', json_build_object(
        'id', x.id, 'name', x.name, 'country', x.country, 'timezone', x.timezone))
    from staff_sessions s
    join staff_members m on m.user_id = s.user_id
    join merchants x on x.id = m.merchant_id
    where s.token = ${p("token")}::text and s.expires_at > ${now}
    order by (m.merchant_id = s.active_merchant_id) desc nulls last, m.merchant_id
    limit 1)`,
);

/**
 * The one read of every call with a session; all merchants' members, because the session's person
 * names them. Of several merchants the one whose console is open, else the first.
 */
export function findLiveSession(db: Db, token: string, offsetMs: number) {
  return run(db, liveSession, { token, offsetMs });
}

/** How many requests a key has made in its window, and how many seconds of it are left. */
export type StaffRate = { readonly count: number; readonly secondsLeft: number };

const addRequest = statement<StaffRate>(
  "add_staff_request",
  {
    counted: sql`insert into staff_rate_limits as r (key, count, window_start)
      values (${p("key")}::text, 1, ${now})
      on conflict (key) do update set
        count = case when r.window_start > excluded.window_start - ${p("seconds")}::int * interval '1 second'
          then r.count + 1 else 1 end,
        window_start = case when r.window_start > excluded.window_start - ${p("seconds")}::int * interval '1 second'
          then r.window_start else excluded.window_start end
      returning count, window_start`,
  },
  sql`(select json_build_object('count', count, 'secondsLeft',
    extract(epoch from window_start + ${p("seconds")}::int * interval '1 second' - ${now})) from counted)`,
);

/** Counts one request of a key within a window of seconds. */
export function countRequest(db: Db, key: string, seconds: number, offsetMs: number) {
  return run(db, addRequest, { key, seconds, offsetMs });
}

const reserve = statement<StaffRate | null>(
  "reserve_sign_in",
  {
    tried: sql`insert into staff_rate_limits as r (key, count, window_start)
      values (${p("key")}::text, 1, ${now})
      on conflict (key) do update set count = r.count + 1, window_start = excluded.window_start
        where r.count < ${p("free")}::int
          or r.window_start + least(power(2, least(r.count - ${p("free")}::int, 30)), ${p("longest")}::int)
            * interval '1 second' <= excluded.window_start
      returning count`,
  },
  sql`(select json_build_object('count', count, 'secondsLeft', extract(epoch from window_start
      + least(power(2, least(count - ${p("free")}::int, 30)), ${p("longest")}::int) * interval '1 second' - ${now}))
    from staff_rate_limits where key = ${p("key")}::text and not exists (select from tried))`,
);

/**
 * Counts a sign-in that is about to be tried, unless it comes too soon: after `free` in a row each
 * has to wait a second, doubling up to `longest`. Null where it may be tried.
 */
export function reserveSignInTry(
  db: Db,
  values: {
    readonly key: string;
    readonly free: number;
    readonly longest: number;
    readonly offsetMs: number;
  },
) {
  return run(db, reserve, values);
}

const clear = statement<null>(
  "clear_sign_in_tries",
  { gone: sql`delete from staff_rate_limits where key = ${p("key")}::text` },
  sql`null::json`,
);

/** Forgets the tries of a key. */
export async function clearTries(db: Db, key: string): Promise<void> {
  await run(db, clear, { key });
}

const sweep = statement<null>(
  "sweep_staff",
  {
    sessions_gone: sql`delete from staff_sessions where expires_at < ${now} - interval '1 day'`,
    verifications_gone: sql`delete from staff_verifications where expires_at < ${now} - interval '1 day'`,
    counters_gone: sql`delete from staff_rate_limits where window_start < ${now} - interval '1 day'`,
  },
  sql`null::json`,
);

/** Deletes what nothing asks for any more: sessions that ended, old counts. */
export async function sweepStaff(db: Db, offsetMs: number): Promise<void> {
  await run(db, sweep, { offsetMs });
}
