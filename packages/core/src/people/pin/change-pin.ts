import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import type { Secret } from "../../foundation/secret.ts";
import type { OfCustomer } from "../credentials/index.ts";
import { loadChange, prepareChange, untilSaved } from "../credentials/index.ts";
import { checkPin } from "./check-pin.ts";
import { checkPinConfirmation, wrongCurrentPin } from "./pin.rules.ts";
import { savePin } from "./pin-changing.sql.ts";

type ChangePinInput = OfCustomer & {
  readonly currentPin: Secret;
  readonly newPin: Secret;
  readonly confirmNewPin: Secret;
};

/**
 * Replaces a PIN, after a check of the old PIN. Tries count as in `checkPin`. Throws `pin_mismatch`,
 * `invalid_user`, `pin_not_set`, `pin_blocked`, `invalid_pin` and `too_many_attempts`. Throws `invalid` for a
 * common PIN if the merchant's settings forbid common PINs. See interface, endpoint 3.
 */
export async function changePin(
  ctx: CoreContext,
  { user, currentPin, newPin, confirmNewPin }: ChangePinInput,
): Promise<void> {
  const mismatch = checkPinConfirmation(newPin.reveal(), confirmNewPin.reveal());
  if (mismatch) throw new Failure(mismatch);
  const seen = await loadChange(ctx, user, { newPin });
  const { customer } = seen;
  const owner = { merchantId: ctx.caller.merchant.id, customerId: customer.id };
  await untilSaved(async () => {
    const outcome = await checkPin(ctx, { user: customer.id, pin: currentPin });
    if ("refusal" in outcome) {
      const { refusal } = outcome;
      throw new Failure(refusal.code === "invalid_pin" ? wrongCurrentPin : refusal);
    }
    const { verifier } = outcome;
    const newVerifier = await ctx.secrets.hashPin(owner, newPin.reveal(), "refusable");
    const change = await prepareChange(ctx, seen, { action: "pin.change", credential: "pin" });
    return (await savePin(ctx, { ...change, newVerifier }, "change", { verifier })) || null;
  });
}
