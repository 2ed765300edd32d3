import { requireFreshPassword } from "../../entering/accounts/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { mayActIn, otherStore } from "../../running/merchants/index.ts";
import { writeDeviceKey } from "./device.rules.ts";
import { insertDevice } from "./devices.sql.ts";

/**
 * Enrolls the caller's browser as a shared device of a store. Returns the text of its cookie, which cannot be
 * read again later. Refuses a session in which no password was entered in the last five minutes. Refuses a
 * store that is unknown or outside the caller's stores.
 */
export async function enrolDevice(
  ctx: CoreContext,
  { storeId, name }: { readonly storeId: number; readonly name: string },
): Promise<string> {
  const { caller, secrets } = ctx;
  await requireFreshPassword(ctx, caller);
  if (!mayActIn(caller, storeId)) throw new Failure(otherStore(caller, storeId));
  const merchantId = caller.merchant.id;
  const id = await ctx.ids.take(merchantId, "staff_devices");
  const secret = secrets.newRowId();
  const secretHash = secrets.hashToken(secret);
  if (!(await insertDevice(ctx, { id, storeId, name, secretHash })))
    throw new Failure({
      code: "invalid_store",
      field: "storeId",
      message: "Store not found",
      rule: "store exists",
    });
  return writeDeviceKey({ merchantId, id, secret });
}
