import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import type { Secret } from "../../foundation/secret.ts";
import type { NewPin, OfCustomer } from "../credentials/index.ts";
import { prepareChange } from "../credentials/index.ts";
import { checkOtp, invalidOtp } from "../otp/index.ts";
import { checkPinConfirmation } from "./pin.rules.ts";
import { savePin } from "./pin-changing.sql.ts";

type ResetPinInput = OfCustomer & NewPin & { readonly otp: Secret };

/**
 * Sets a PIN after a check of a one-time password, and lifts a block. Also sets a customer's first PIN. The
 * same statement deletes the one-time password. Throws `pin_mismatch`, `invalid_user`, `invalid_otp` and
 * `too_many_attempts`. Throws `invalid` for a common PIN if the merchant's settings forbid common PINs. See
 * interface, endpoint 7.
 */
export async function resetPin(
  ctx: CoreContext,
  { user, otp, pin, confirmPin }: ResetPinInput,
): Promise<void> {
  const mismatch = checkPinConfirmation(pin.reveal(), confirmPin.reveal());
  if (mismatch) throw new Failure(mismatch);
  const checked = await checkOtp(ctx, { user, purpose: "pin", otp, wanted: { newPin: pin } });
  const { seen, owner, macs } = checked;
  const newVerifier = await ctx.secrets.hashPin(owner, pin.reveal(), "refusable");
  const change = await prepareChange(ctx, seen, { action: "pin.reset", credential: "pin" });
  const saved = await savePin(ctx, { ...change, newVerifier }, "resetByOtp", { macs });
  if (!saved) throw new Failure(invalidOtp);
}
