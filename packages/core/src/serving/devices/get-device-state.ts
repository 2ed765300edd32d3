import type { CoreDeps } from "../../foundation/context.ts";
import { readDeviceKey } from "./device.rules.ts";
import { findDeviceState } from "./devices.sql.ts";
import type { DeviceState } from "./types.ts";

/**
 * Returns the data that a shared device may show before anyone has signed in. The cookie identifies the
 * device. Null if the browser is not enrolled or was revoked.
 */
export async function getDeviceState(
  deps: CoreDeps,
  cookie: string | undefined,
): Promise<DeviceState | null> {
  const key = readDeviceKey(cookie);
  return (
    key &&
    findDeviceState(deps.db, {
      merchantId: key.merchantId,
      deviceId: key.id,
      secretHash: deps.secrets.hashToken(key.secret),
      offsetMs: deps.clockOffsetMs,
    })
  );
}
