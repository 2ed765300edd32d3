import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import type { NewPin, OfCustomer } from "../credentials/index.ts";
import { loadChange, prepareChange } from "../credentials/index.ts";
import { checkPinConfirmation, pinIsSet } from "./pin.rules.ts";
import { insertPin } from "./pin-changing.sql.ts";

type SetPinInput = OfCustomer & NewPin;

/**
 * Sets a customer's first PIN. Throws `pin_mismatch`, `invalid_user` and `pin_already_set`. Throws `invalid`
 * for a common PIN if the merchant's settings forbid common PINs. See interface, endpoint 2.
 */
export async function setPin(
  ctx: CoreContext,
  { user, pin, confirmPin }: SetPinInput,
): Promise<void> {
  const mismatch = checkPinConfirmation(pin.reveal(), confirmPin.reveal());
  if (mismatch) throw new Failure(mismatch);
  const seen = await loadChange(ctx, user, { newPin: pin });
  const { customer } = seen;
  if (seen.hasPin) throw new Failure(pinIsSet);
  const owner = { merchantId: ctx.caller.merchant.id, customerId: customer.id };
  const newVerifier = await ctx.secrets.hashPin(owner, pin.reveal(), "refusable");
  const change = await prepareChange(ctx, seen, { action: "pin.set", credential: "pin" });
  if (!(await insertPin(ctx, { ...change, newVerifier }))) throw new Failure(pinIsSet);
}
