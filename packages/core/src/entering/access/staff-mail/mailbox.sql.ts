import { type Db, inTransaction, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { mailsToStaff } from "../../../foundation/budgets/index.ts";
import type { CoreDeps } from "../../../foundation/context.ts";
import { countInWindow, isBelowMost } from "../sign-in/sign-in-counts.sql.ts";

const spend = statement<boolean>(
  "spend_mailbox",
  { spent: countInWindow(isBelowMost) },
  sql`to_json(exists (select 1 from spent))`,
);

/**
 * Runs `work`, which queues a mail to a staff address, and counts the mail in the same transaction. An
 * address gets at most five of these mails a day, from all merchants together. Above that limit, returns
 * false and does not run `work`. Other mails to staff do not go through this function and have no such limit.
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
