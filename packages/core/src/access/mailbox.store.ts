import { type Db, inTransaction, now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { mailsToStaff } from "../budgets/index.ts";
import type { CoreDeps } from "../context.ts";

const p = sql.placeholder;

const spend = statement<boolean>(
  "spend_mailbox",
  {
    spent: sql`insert into staff_rate_limits as r (key, count, window_start)
      values (${p("key")}::text, 1, ${now})
      on conflict (key) do update set
        count = case when r.window_start > excluded.window_start - ${p("seconds")}::int * interval '1 second'
          then r.count + 1 else 1 end,
        window_start = case when r.window_start > excluded.window_start - ${p("seconds")}::int * interval '1 second'
          then r.window_start else excluded.window_start end
      where r.count < ${p("most")}::int
        or r.window_start <= excluded.window_start - ${p("seconds")}::int * interval '1 second'
      returning 1`,
  },
  sql`to_json(exists (select from spent))`,
);

/**
 * Does what queues a mail to an address of staff, together with the count of it: at most five a day,
 * whichever merchants send them. False where none is left; then nothing was done.
 */
export function withinMailbox(
  deps: Pick<CoreDeps, "db" | "secrets" | "clockOffsetMs">,
  email: string,
  work: (db: Db) => Promise<void>,
): Promise<boolean> {
  const key = `mail ${deps.secrets.fingerprint(email.toLowerCase())}`;
  return inTransaction(deps.db, async (db) => {
    if (!(await run(db, spend, { ...mailsToStaff, key, offsetMs: deps.clockOffsetMs })))
      return false;
    await work(db);
    return true;
  });
}
