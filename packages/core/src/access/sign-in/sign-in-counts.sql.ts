import { type Db, inTransaction, now, run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { SignInCount } from "./sign-in.rules.ts";

const p = sql.placeholder;

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
