import type { CoreDeps } from "../../foundation/context.ts";
import { recordSecurityEvent } from "../../foundation/security-events/index.ts";
import { deletePinSession } from "./sessions.sql.ts";
import type { DeviceOrigin } from "./types.ts";

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
