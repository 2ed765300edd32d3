import { type Db, inTransaction, now, run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { Merchant, StaffRole } from "../../context.ts";
import { LONGEST_SESSION_DAYS } from "../roles/staff.rules.ts";
import type { SignInCount } from "./sign-in.rules.ts";

const p = sql.placeholder;

/** The access that a live session gives. */
export type SessionGrant = {
  readonly userId: string;
  readonly role: StaffRole;
  readonly stores: readonly number[] | null;
  readonly merchant: Merchant;
  /** The merchant requires a second factor of this role, and the person has no authenticator. */
  readonly lacksSecondFactor: boolean;
};

const longestSession = sql.raw(`interval '${LONGEST_SESSION_DAYS} days'`);

const liveSession = statement<SessionGrant | null>(
  "live_session_by_token",
  {},
  sql`(select json_build_object(
      'userId', s.user_id, 'role', m.role, 'stores', nullif(m.stores, '{}'),
      'lacksSecondFactor', m.role = any (x.second_factor_roles) and not u.two_factor_enabled,
      'merchant', json_build_object(
        'id', x.id, 'name', x.name, 'country', x.country, 'timezone', x.timezone))
    from staff_sessions s
    join staff_users u on u.id = s.user_id
    join staff_members m on m.user_id = s.user_id
    join merchants x on x.id = m.merchant_id
    where s.token = ${p("token")}::text and s.expires_at > ${now}
      and s.created_at > ${now} - ${longestSession}
    order by (m.merchant_id = s.active_merchant_id) desc nulls last, m.merchant_id
    limit 1)`,
);

/**
 * The one read of every call with a session. It reads all merchants' members, because the session's
 * person identifies them. If there are several merchants, it returns the one whose console is open,
 * else the first.
 */
export function findLiveSession(db: Db, token: string, offsetMs: number) {
  return run(db, liveSession, { token, offsetMs });
}

/** A key's requests in its window, and the seconds left of it. */
export type StaffRate = { readonly count: number; readonly secondsLeft: number };

/** Counts once under `key`. The count restarts when its window of `seconds` is over. */
export const countedInWindow: SQL = sql`insert into staff_rate_limits as r (key, count, window_start)
      values (${p("key")}::text, 1, ${now})
      on conflict (key) do update set
        count = case when r.window_start > excluded.window_start - ${p("seconds")}::int * interval '1 second'
          then r.count + 1 else 1 end,
        window_start = case when r.window_start > excluded.window_start - ${p("seconds")}::int * interval '1 second'
          then r.window_start else excluded.window_start end`;

const addRequest = statement<StaffRate>(
  "add_staff_request",
  {
    counted: sql`${countedInWindow}
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
    from staff_rate_limits where key = ${p("key")}::text and not exists (select 1 from tried))`,
);

class TooEarly extends Error {
  readonly seconds: number;
  constructor(seconds: number) {
    super("too early");
    this.seconds = seconds;
  }
}

/**
 * Counts a sign-in in each of the counts before it is tried, or in none if it comes too soon for one of
 * them: after `free` in a row the next must wait a second, doubling up to `longest`. Returns the
 * seconds to wait, or null if it may be tried.
 */
export async function reserveSignInTries(
  db: Db,
  counts: readonly SignInCount[],
  offsetMs: number,
): Promise<number | null> {
  try {
    await inTransaction(db, async (tx) => {
      for (const count of counts) {
        const early = await run(tx, reserve, { ...count, offsetMs });
        if (early) throw new TooEarly(early.secondsLeft);
      }
    });
    return null;
  } catch (error) {
    if (error instanceof TooEarly) return error.seconds;
    throw error;
  }
}

const clear = statement<null>(
  "clear_sign_in_tries",
  { gone: sql`delete from staff_rate_limits where key = ${p("key")}::text` },
  sql`null::json`,
);

/** Clears the tries of a key. */
export async function clearTries(db: Db, key: string): Promise<void> {
  await run(db, clear, { key });
}

const sweep = statement<null>(
  "sweep_staff",
  {
    sessions_gone: sql`delete from staff_sessions where expires_at < ${now} - interval '1 day'
      or created_at < ${now} - ${longestSession} - interval '1 day'`,
    verifications_gone: sql`delete from staff_verifications where expires_at < ${now} - interval '1 day'`,
    counters_gone: sql`delete from staff_rate_limits where window_start < ${now} - interval '1 day'`,
  },
  sql`null::json`,
);

/** Deletes ended sessions and old counters. */
export async function sweepStaff(db: Db, offsetMs: number): Promise<void> {
  await run(db, sweep, { offsetMs });
}
