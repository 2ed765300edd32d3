import { now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreDeps } from "../../../foundation/context.ts";

const p = sql.placeholder;

/**
 * A try from an address: whether it was counted, the count of its minute, and the seconds until the minute
 * ends.
 */
export type Try = {
  readonly isCounted: boolean;
  readonly count: number;
  readonly secondsLeft: number;
  /** When the minute began, as text. */
  readonly begun: string;
};

const isOver = sql`c.window_start <= excluded.window_start - interval '1 minute'`;
const tried = sql`json_build_object('isCounted', tried.counted, 'count', tried.count,
  'secondsLeft', extract(epoch from tried.window_start + interval '1 minute' - ${now}),
  'begun', tried.window_start::text)`;

const reserveTry = statement<Try>(
  "reserve_token_try",
  {
    counted: sql`insert into address_counters as c (subject, window_start, count)
      values (${p("subject")}::text, ${now}, 1)
      on conflict (subject) do update set
        count = case when ${isOver} then 1 else c.count + 1 end,
        window_start = case when ${isOver} then excluded.window_start else c.window_start end
      where c.count < ${p("most")} or ${isOver}
      returning subject, window_start, count`,
    // keeps the table small: each try deletes up to two old rows that are not locked
    old: sql`select subject from address_counters
      where window_start < ${now} - interval '10 minutes' and subject <> ${p("subject")}
      order by window_start limit 2 for update skip locked`,
    forgotten: sql`delete from address_counters where subject in (select subject from old)`,
    tried: sql`select true as counted, window_start, count from counted
      union all select false, window_start, count from address_counters
        where subject = ${p("subject")} and not exists (select 1 from counted)`,
  },
  sql`(select ${tried} from tried)`,
);

/**
 * Counts a try of a subject, unless the subject already has `most` tries in its minute. The count is exact
 * across processes, because PostgreSQL locks the row.
 */
export function reserveTokenTry(deps: CoreDeps, subject: string, most: number): Promise<Try> {
  return run(deps.db, reserveTry, { subject, most, offsetMs: deps.clockOffsetMs });
}

const returnTry = statement<null>(
  "return_token_try",
  {
    returned: sql`update address_counters set count = count - 1
      where subject = ${p("subject")} and window_start = ${p("begun")}::timestamptz and count > 0`,
  },
  sql`null`,
);

/** Subtracts a try, unless a new minute has begun for the subject since `begun`. */
export async function returnTokenTry({ db }: CoreDeps, subject: string, begun: string) {
  await run(db, returnTry, { subject, begun });
}

const acceptsMessages = statement<boolean>(
  "is_token_in_message_accepted",
  {},
  sql`to_json(exists (select 1 from merchants where accept_token_in_message))`,
);

/**
 * Whether any merchant accepts tokens in the query or the body of a request. Reads all merchants, because the
 * call's merchant is not known yet.
 */
export function isTokenInMessageAccepted({ db }: CoreDeps): Promise<boolean> {
  return run(db, acceptsMessages, {});
}
