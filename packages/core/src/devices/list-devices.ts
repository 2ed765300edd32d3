import type { CoreContext } from "../context.ts";
import { selectDevices } from "./devices.sql.ts";
import type { Device } from "./types.ts";

/** Returns the merchant's shared devices, without secrets. Devices in use come first. */
export function listDevices(ctx: CoreContext): Promise<readonly Device[]> {
  return selectDevices(ctx);
}
