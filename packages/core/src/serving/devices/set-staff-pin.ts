import { requireFreshPassword } from "../../entering/accounts/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import type { Secret } from "../../foundation/secret.ts";
import { checkNewStaffPin } from "./device.rules.ts";
import { upsertStaffPin } from "./staff-pin.sql.ts";

/**
 * Sets the caller's own PIN for the merchant's shared devices. Sessions opened with an earlier PIN are
 * refused from their next call on. Refuses a session in which no password was entered in the last five
 * minutes. Refuses a PIN that is not six digits or is easy to guess.
 */
export async function setStaffPin(ctx: CoreContext, pin: Secret): Promise<void> {
  const { caller, secrets } = ctx;
  await requireFreshPassword(ctx, caller);
  if (caller.kind !== "staff") throw new TypeError("only staff have a session");
  const refusal = checkNewStaffPin(pin.reveal());
  if (refusal) throw new Failure(refusal);
  const owner = { merchantId: caller.merchant.id, userId: caller.userId };
  const verifier = await secrets.hashPin(owner, pin.reveal(), "refusable");
  await upsertStaffPin(ctx, { userId: caller.userId, pinId: secrets.newRowId(), verifier });
}
