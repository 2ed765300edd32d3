import { insertInto, now, run, schema, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { limitsOf } from "../../../foundation/caller-limits.rules.ts";
import { actorOf, type CoreContext, type KnownCaller } from "../../../foundation/context.ts";
import type { Guesses } from "./guesses.rules.ts";

const { attemptCounters: counters } = schema;

const p = sql.placeholder;

/** The subject under which a caller's guesses in all stores are counted. */
export function guessSubject(caller: KnownCaller): string {
  return `guesses ${actorOf(caller)}`;
}

/** The store that a call names, in a subject. */
export const guessPlace = ({ store }: Pick<CoreContext, "store">) => `store ${store ?? ""}`;

/**
 * The parameters of `guessesDoc` and `guessArm`: the subjects under which the caller's guesses are counted, in
 * all stores and in the store that the call names, and the limits of both.
 */
export function guessParameters(ctx: Pick<CoreContext, "caller" | "store">) {
  const { guesses, guessesInAll } = limitsOf(ctx.caller);
  return {
    guessSubject: guessSubject(ctx.caller),
    guessStore: `${guessSubject(ctx.caller)} ${guessPlace(ctx)}`,
    guessMost: guesses,
    guessMostInAll: guessesInAll,
  };
}

const isInAll = sql`x.subject = ${p("guessSubject")}`;

/** The `Guesses` of `rows`, which have the columns of `attempt_counters`: those that are closest to a limit. */
const closest = (rows: SQL) => sql`(select json_build_object(
      'limit', case when y.is_in_all then 'guesses-token' else 'guesses' end, 'most', y.most,
      'count', y.count, 'secondsLeft', y.seconds_left)
    from (select x.count, ${isInAll} as is_in_all,
        case when ${isInAll} then ${p("guessMostInAll")}::int else ${p("guessMost")}::int end as most,
        extract(epoch from x.window_start + interval '1 minute' - ${now}) as seconds_left
      from ${rows}) y
    order by y.most - y.count, y.is_in_all limit 1)`;

/**
 * The caller's `Guesses` in the current minute. Null if there are none. Reads the parameters `merchantId` and
 * `guessParameters`.
 */
export const guessesDoc: SQL<Guesses | null> = closest(sql`attempt_counters x
      where x.merchant_id = ${p("merchantId")}
        and x.subject in (${p("guessSubject")}, ${p("guessStore")})
        and x.window_start > ${now} - interval '1 minute'`) as SQL<Guesses | null>;

// Converts to UTC first: on distributed (Citus) tables, ON CONFLICT allows only immutable expressions, and
// `timestamptz - interval` is not immutable.
const isInWindow = sql`${counters.windowStart} at time zone 'UTC'
  > excluded.window_start at time zone 'UTC' - interval '1 minute'`;

/**
 * A CTE that counts one wrong guess of the caller if `when` holds. Reads the same parameters as `guessesDoc`.
 * Its two rows are locked in the order of their subjects, so that calls cannot deadlock.
 */
export const guessArm = (when: SQL): SQL =>
  insertInto(
    counters,
    { subject: sql`s.subject`, windowStart: now, count: sql`1` },
    {
      from: sql`from unnest(array[${p("guessSubject")}::text, ${p("guessStore")}::text]) as s (subject)
        where ${when} order by s.subject`,
      end: sql`on conflict (merchant_id, subject) do update set
        count = case when ${isInWindow} then ${counters.count} + 1 else 1 end,
        window_start = case when ${isInWindow} then ${counters.windowStart} else excluded.window_start end
        returning subject, count, window_start`,
    },
  );

/**
 * The caller's `Guesses`, read from the result of `guessArm`. The statement must name that CTE `guess`. Null
 * if `guessArm` counted no guess.
 */
export const guessDoc: SQL = closest(sql`guess x`);

const add = statement<Guesses>("add_guess", { guess: guessArm(sql`true`) }, guessDoc);

/** Counts one wrong guess of the caller. */
export function addGuess(ctx: CoreContext): Promise<Guesses> {
  return run(ctx.db, add, {
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
    ...guessParameters(ctx),
  });
}
