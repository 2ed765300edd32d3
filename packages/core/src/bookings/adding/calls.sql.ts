import { now, run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { networkOf } from "../../entering/access/index.ts";
import type { CoreDeps } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { type Calls, type CountedCall, callsFromAddress, checkCalls } from "./calls.rules.ts";

const p = sql.placeholder;

/**
 * The SET clause for a counter `c`. Adds 1 to `count` in the current minute. Starts a new minute with `count`
 * 1.
 */
const counting: SQL = sql`
  count = case when c.window_start > excluded.window_start - interval '1 minute' then c.count + 1 else 1 end,
  window_start = case when c.window_start > excluded.window_start - interval '1 minute'
    then c.window_start else excluded.window_start end`;

const callsDoc: SQL = sql`(select json_build_object('count', count,
    'secondsLeft', extract(epoch from window_start + interval '1 minute' - ${now})) from counted)`;

const addFromAddress = statement<Calls>(
  "add_call_from_address",
  {
    counted: sql`insert into address_counters as c (subject, window_start, count)
      values (${p("subject")}::text, ${now}, 1)
      on conflict (subject) do update set ${counting}
      returning subject, window_start, count`,
    // keeps the table small: each call deletes up to two old rows that are not locked
    old: sql`select subject from address_counters
      where window_start < (select window_start from counted) - interval '10 minutes'
      order by window_start limit 2 for update skip locked`,
    forgotten: sql`delete from address_counters where subject in (select subject from old)`,
  },
  callsDoc,
);

/** Counts a call and returns the count. `subject` is a fingerprint of the caller's network. */
function addCallFromAddress(deps: CoreDeps, subject: string): Promise<Calls> {
  return run(deps.db, addFromAddress, { subject, offsetMs: deps.clockOffsetMs });
}

/**
 * Counts a call without a token, by the network of `address`. Failed calls count too. Throws
 * `too_many_attempts` above the calls of this kind in a minute, over all processes. Stores only a fingerprint of
 * the network.
 */
export async function countCallFromAddress(
  deps: CoreDeps,
  address: string,
  kind: CountedCall,
): Promise<void> {
  const subject = deps.secrets.fingerprint(`${kind} from ${networkOf(address)}`);
  const refusal = checkCalls(await addCallFromAddress(deps, subject), callsFromAddress[kind]);
  if (refusal) throw new Failure(refusal);
}
