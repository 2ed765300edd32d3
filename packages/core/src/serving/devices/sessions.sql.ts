import { type Db, deleteFrom, run, schema, statement } from "@stampbook/db";
import { eq, isNotNull, sql } from "drizzle-orm";
import type { CoreDeps } from "../../foundation/context.ts";

const { staffSessions: sessions } = schema;

const p = sql.placeholder;

/** A deleted session that a PIN had opened. */
type EndedPinSession = {
  readonly merchantId: number;
  readonly deviceId: number;
  readonly userId: string;
};

const end = statement<EndedPinSession | null>(
  "end_pin_session",
  {
    gone: deleteFrom(
      sessions,
      [eq(sessions.token, p("token")), isNotNull(sessions.deviceId)],
      sql`*`,
    ),
  },
  sql`(select json_build_object('merchantId', device_merchant_id, 'deviceId', device_id,
      'userId', user_id) from gone)`,
);

/** Deletes and returns the session of a session token if a PIN opened it. Otherwise only returns null. */
export function deletePinSession(db: Db, token: string): Promise<EndedPinSession | null> {
  return run(db, end, { token });
}

const endAll = statement<null>(
  "end_pin_sessions",
  { gone: deleteFrom(sessions, [eq(sessions.userId, p("userId")), isNotNull(sessions.deviceId)]) },
  sql`null`,
);

/** Ends all sessions that a person's PIN opened. */
export async function endPinSessions({ db }: CoreDeps, userId: string): Promise<void> {
  await run(db, endAll, { userId });
}
