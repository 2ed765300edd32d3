import {
  type Db,
  deleteFrom,
  insertInto,
  inTransaction,
  now,
  rowsOfPersons,
  run,
  schema,
  statement,
} from "@stampbook/db";
import { eq, type SQL, sql } from "drizzle-orm";
import type { CoreDeps } from "../../../foundation/context.ts";
import { countsOf, type SecretTry, type TryCount } from "./tries.rules.ts";

const { staffRateLimits: counts } = schema;

const p = sql.placeholder;

/** The requests of a key in its current window, and the seconds until the window ends. */
type StaffRate = { readonly count: number; readonly secondsLeft: number };

const counted = { key: p("key"), count: sql`1`, windowStart: now };
const window = sql`${p("seconds")} * interval '1 second'`;
const isInWindow = sql`${counts.windowStart} > excluded.window_start - ${window}`;

/**
 * An INSERT that adds one to the count of `key`, if `condition` holds or the key has no row yet. After a
 * window of `seconds` the count restarts at one.
 */
export const countInWindow = (condition: SQL): SQL =>
  insertInto(counts, counted, {
    end: sql`on conflict (key) do update set
        count = case when ${isInWindow} then ${counts.count} + 1 else 1 end,
        window_start = case when ${isInWindow} then ${counts.windowStart} else excluded.window_start end
      where ${condition} returning count, window_start`,
  });

/** Whether fewer than `most` were counted in the window. */
export const isBelowMost: SQL = sql`(${counts.count} < ${p("most")} or not ${isInWindow})`;

const addRequest = statement<StaffRate>(
  "add_staff_request",
  { counted: countInWindow(sql`true`) },
  sql`(select json_build_object('count', count, 'secondsLeft',
    extract(epoch from window_start + ${window} - ${now})) from counted)`,
);

/**
 * Counts a request under `key`. Returns the count in the current window, and the seconds until the window
 * ends.
 */
export function countRequest(db: Db, key: string, seconds: number, offsetMs: number) {
  return run(db, addRequest, { key, seconds, offsetMs });
}

/** The earliest time of the next try: 1, 2, 4 seconds and so on after the last try, at most `longest`. */
const nextTry = sql`${counts.windowStart} + interval '1 second'
  * least(power(2, least(${counts.count} - ${p("free")}, 30)), ${p("longest")})`;

const reserve = statement<StaffRate | null>(
  "reserve_secret_try",
  {
    tried: insertInto(counts, counted, {
      end: sql`on conflict (key) do update
        set count = ${counts.count} + 1, window_start = excluded.window_start
        where ${counts.count} < ${p("free")} or ${nextTry} <= excluded.window_start
        returning count`,
    }),
  },
  rowsOfPersons(counts, {
    where: [eq(counts.key, p("key")), sql`not exists (select 1 from tried)`],
  }).one({ count: counts.count, secondsLeft: sql`extract(epoch from ${nextTry} - ${now})` }),
);

class TooEarly extends Error {
  readonly seconds: number;
  constructor(seconds: number) {
    super("too early");
    this.seconds = seconds;
  }
}

/**
 * Adds a try to each of the counts before the secret is checked. If any count demands a wait, changes
 * none of them. After `free` tries in a row the wait is one second, and doubles with each try up to
 * `longest`. Returns the seconds to wait, or null if the secret may be checked.
 */
async function reserveTries(
  db: Db,
  counts: readonly TryCount[],
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
  "clear_secret_tries",
  { gone: deleteFrom(counts, [eq(counts.key, p("key"))]) },
  sql`null`,
);

/** Deletes the count of a key. */
async function clearTries(db: Db, key: string): Promise<void> {
  await run(db, clear, { key });
}

/**
 * Counts a try before the secret is checked. Returns null, or the seconds to wait after too many wrong tries
 * in a row. A try that must wait is not counted. `forgetTries` clears the counts.
 */
export async function reserveTry(deps: CoreDeps, secretTry: SecretTry): Promise<number | null> {
  const counts = countsOf(deps.secrets.fingerprint, secretTry);
  const seconds = await reserveTries(deps.db, counts, deps.clockOffsetMs);
  return seconds === null ? null : Math.max(1, Math.ceil(seconds));
}

/** Clears the counts to which `reserveTry` added. Call it after a right secret. */
export async function forgetTries(deps: CoreDeps, secretTry: SecretTry): Promise<void> {
  for (const { key } of countsOf(deps.secrets.fingerprint, secretTry))
    await clearTries(deps.db, key);
}
