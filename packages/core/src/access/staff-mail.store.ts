import { type Db, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreDeps } from "../context.ts";
import { outboxArm, type QueuedMessage } from "../messages/index.ts";

const p = sql.placeholder;

const placeOfWork = statement<number | null>(
  "place_of_work",
  {},
  sql`(select to_json(min(merchant_id)) from staff_members where user_id = ${p("userId")}::text)`,
);

/** A merchant whom the person works for; null where there is none. */
export function findPlaceOfWork(db: Db, userId: string): Promise<number | null> {
  return run(db, placeOfWork, { userId });
}

const queue = statement<null>(
  "queue_staff_mail",
  { begun: sql`select 1`, mailed: outboxArm(sql`begun`) },
  sql`null::json`,
);

/** Queues a mail to staff that tells of nothing in the database. */
export async function queueStaffMail(
  deps: CoreDeps,
  merchantId: number,
  mail: QueuedMessage,
): Promise<void> {
  await run(deps.db, queue, { ...mail, merchantId, offsetMs: deps.clockOffsetMs });
}
