import { type Db, inTransaction, run, schema, statement, update } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import { insertEvent, type PreparedEvent } from "../../../foundation/security-events/index.ts";

const { staffUsers: users } = schema;

const confirm = statement<null>(
  "confirm_staff_email",
  {
    confirmed: update(users, { emailVerified: sql`true` }, [
      eq(users.id, sql.placeholder("userId")),
    ]),
  },
  sql`null`,
);

/** Records that a person has the address of their account, with an event for each of their merchants. */
export function setEmailConfirmed(
  db: Db,
  userId: string,
  events: readonly PreparedEvent[],
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await run(tx, confirm, { userId });
    for (const event of events) await insertEvent(tx, event);
  });
}
