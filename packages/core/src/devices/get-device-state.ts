import type { CoreDeps } from "../context.ts";
import { readDeviceKey } from "./device.rules.ts";
import { findDeviceState } from "./devices.sql.ts";
import type { DeviceState } from "./types.ts";

/**
 * The data that a shared device may show before anybody has signed in, by its cookie. Null if the browser is
 * not or no longer enrolled.
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
