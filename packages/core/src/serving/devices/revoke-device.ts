import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { mayActIn, otherStore } from "../../running/merchants/index.ts";
import { unknownDevice } from "./device.rules.ts";
import { findStoreOfDevice, setDeviceRevoked } from "./devices.sql.ts";

/**
 * Revokes a shared device. Sessions that a PIN opened on the device are refused from their next call on.
 * Refuses an unknown device, and a device of a store outside the caller's stores.
 */
export async function revokeDevice(ctx: CoreContext, id: number): Promise<void> {
  const device = await findStoreOfDevice(ctx, id);
  if (!device) throw new Failure(unknownDevice);
  if (!mayActIn(ctx.caller, device.storeId))
    throw new Failure(otherStore(ctx.caller, device.storeId));
  await setDeviceRevoked(ctx, id);
}
