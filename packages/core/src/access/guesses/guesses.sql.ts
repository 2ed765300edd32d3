import { insertInto, json, now, rowsOf, run, schema, statement } from "@stampbook/db";
import { eq, gt, type SQL, sql } from "drizzle-orm";
import { actorOf, type CoreContext, type KnownCaller } from "../../context.ts";
import type { Guesses } from "./guesses.rules.ts";

const { attemptCounters: counters } = schema;

const p = sql.placeholder;

const guesses = {
  count: counters.count,
  secondsLeft: sql<number>`extract(epoch from ${counters.windowStart} + interval '1 minute' - ${now})`,
};

/** The subject under which a caller's guesses are counted. */
export function guessSubject(caller: KnownCaller): string {
  return `guesses ${actorOf(caller)}`;
}

/**
 * The caller's `Guesses` in the current minute. Null if there are none. Reads the parameters `merchantId` and
 * `guessSubject`.
 */
export const guessesDoc: SQL<Guesses | null> = rowsOf(counters, {
  where: [
    eq(counters.subject, p("guessSubject")),
    gt(counters.windowStart, sql`${now} - interval '1 minute'`),
  ],
}).one(guesses);

// Converts to UTC first: on distributed (Citus) tables, ON CONFLICT allows only immutable expressions, and
// `timestamptz - interval` is not immutable.
const isInWindow = sql`${counters.windowStart} at time zone 'UTC'
  > excluded.window_start at time zone 'UTC' - interval '1 minute'`;

/**
 * A CTE that counts one wrong guess of the caller if `when` holds. Reads the same parameters as `guessesDoc`.
 */
export const guessArm = (when: SQL): SQL =>
  insertInto(
    counters,
    { subject: p("guessSubject"), windowStart: now, count: sql`1` },
    {
      from: sql`where ${when}`,
      end: sql`on conflict (merchant_id, subject) do update set
        count = case when ${isInWindow} then ${counters.count} + 1 else 1 end,
        window_start = case when ${isInWindow} then ${counters.windowStart} else excluded.window_start end
        returning count, window_start`,
    },
  );

/**
 * The caller's `Guesses`, read from the result of `guessArm`. The statement must name that CTE `guess`. Null
 * if `guessArm` counted no guess.
 */
export const guessDoc: SQL = sql`(select ${json(guesses)} from guess as ${counters})`;

const add = statement<Guesses>("add_guess", { guess: guessArm(sql`true`) }, guessDoc);

/** Counts one wrong guess of the caller. */
export function addGuess(ctx: CoreContext): Promise<Guesses> {
  return run(ctx.db, add, {
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
    guessSubject: guessSubject(ctx.caller),
  });
}
