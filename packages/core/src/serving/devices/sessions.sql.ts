import { type Db, deleteFrom, run, schema, statement } from "@stampbook/db";
import { eq, isNotNull, sql } from "drizzle-orm";
import type { CoreDeps } from "../../foundation/context.ts";
import { recordSecurityEvent } from "../../foundation/security-events/index.ts";
import type { DeviceOrigin } from "./types.ts";

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
function deletePinSession(db: Db, token: string): Promise<EndedPinSession | null> {
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

/** Ends the session of a session token if a PIN opened the session. Does nothing for other sessions. */
export async function endPinSession(
  deps: CoreDeps,
  token: string,
  origin: DeviceOrigin,
): Promise<void> {
  const ended = await deletePinSession(deps.db, token);
  if (!ended) return;
  await recordSecurityEvent(deps, {
    merchantId: ended.merchantId,
    what: "sign-out",
    result: "done",
    actor: `staff:${ended.userId}`,
    origin,
    subject: `device ${ended.deviceId}`,
    details: { method: "pin" },
  });
}
