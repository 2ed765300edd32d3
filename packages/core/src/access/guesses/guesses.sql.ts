import { now, run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { actorOf, type CoreContext, type KnownCaller } from "../../context.ts";
import type { Guesses } from "./guesses.rules.ts";

const p = sql.placeholder;
const secondsLeft = sql`extract(epoch from window_start + interval '1 minute' - ${now})`;

/** The subject under which a caller's guesses are counted. */
export function guessSubject(caller: KnownCaller): string {
  return `guesses ${actorOf(caller)}`;
}

/** The caller's `Guesses` in the current minute, or null; reads `merchantId` and `guessSubject`. */
export const guessesDoc: SQL = sql`(select json_build_object('count', count, 'secondsLeft', ${secondsLeft})
  from attempt_counters
  where merchant_id = ${p("merchantId")}::bigint and subject = ${p("guessSubject")}::text
    and window_start > ${now} - interval '1 minute')`;

/** Counts one wrong guess of the caller if `when` holds; reads the same parameters as `guessesDoc`. */
export const guessArm = (
  when: SQL,
): SQL => sql`insert into attempt_counters as c (merchant_id, subject, window_start, count)
  select ${p("merchantId")}::bigint, ${p("guessSubject")}::text, ${now}, 1 where ${when}
  on conflict (merchant_id, subject) do update set
    count = case when c.window_start > excluded.window_start - interval '1 minute' then c.count + 1 else 1 end,
    window_start = case when c.window_start > excluded.window_start - interval '1 minute'
      then c.window_start else excluded.window_start end
  returning count, window_start`;

/** The caller's `Guesses` after an arm `guess`; null if it counted none. */
export const guessDoc: SQL = sql`(select json_build_object('count', count, 'secondsLeft', ${secondsLeft}) from guess)`;

const add = statement<Guesses>("add_guess", { guess: guessArm(sql`true`) }, guessDoc);

/** Counts one wrong guess of the caller. */
export function addGuess(ctx: CoreContext): Promise<Guesses> {
  return run(ctx.db, add, {
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
    guessSubject: guessSubject(ctx.caller),
  });
}
