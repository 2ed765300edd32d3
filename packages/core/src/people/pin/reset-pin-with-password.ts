import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import type { Secret } from "../../foundation/secret.ts";
import type { NewPin, OfCustomer } from "../credentials/index.ts";
import { loadChange, prepareChange, untilSaved } from "../credentials/index.ts";
import { checkPassword } from "../password/index.ts";
import { checkPinConfirmation } from "./pin.rules.ts";
import { savePin } from "./pin-changing.sql.ts";

type ResetPinWithPasswordInput = OfCustomer & NewPin & { readonly password: Secret };

/**
 * Sets a PIN after a check of the customer's password, and lifts a block. Also sets a customer's first PIN.
 * Throws `pin_mismatch`, `invalid_user`, `invalid_password` and `too_many_attempts`. Throws `invalid` for a
 * common PIN if the merchant's settings forbid common PINs. See interface, endpoint 8.
 */
export async function resetPinWithPassword(
  ctx: CoreContext,
  { user, password, pin, confirmPin }: ResetPinWithPasswordInput,
): Promise<void> {
  const mismatch = checkPinConfirmation(pin.reveal(), confirmPin.reveal());
  if (mismatch) throw new Failure(mismatch);
  const seen = await loadChange(ctx, user, { newPin: pin });
  const { customer } = seen;
  const owner = { merchantId: ctx.caller.merchant.id, customerId: customer.id };
  await untilSaved(async () => {
    const outcome = await checkPassword(ctx, { user: customer.id, password });
    if ("refusal" in outcome) throw new Failure(outcome.refusal);
    const { verifier } = outcome;
    const newVerifier = await ctx.secrets.hashPin(owner, pin.reveal(), "refusable");
    const change = await prepareChange(ctx, seen, {
      action: "pin.resetWithPassword",
      credential: "pin",
    });
    return (
      (await savePin(ctx, { ...change, newVerifier }, "resetByPassword", { verifier })) || null
    );
  });
}
