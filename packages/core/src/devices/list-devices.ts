import type { CoreContext } from "../context.ts";
import { selectDevices } from "./devices.sql.ts";
import type { Device } from "./types.ts";

/** The merchant's shared devices, those in use first; never a secret. */
export function listDevices(ctx: CoreContext): Promise<readonly Device[]> {
  return selectDevices(ctx);
}
