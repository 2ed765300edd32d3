import type { CoreContext } from "../context.ts";
import { selectDevices } from "./devices.sql.ts";
import type { Device } from "./types.ts";

/** Returns the merchant's shared devices, sorted by name, without secrets. Revoked devices come last. */
export function listDevices(ctx: CoreContext): Promise<readonly Device[]> {
  return selectDevices(ctx);
}
