import { checkGuesses, countGuess, guessInTurn } from "../../entering/access/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import type { Secret } from "../../foundation/secret.ts";
import { loadChange, type SecretKind } from "../credentials/index.ts";
import type { Identifier } from "../customers/index.ts";
import { invalidOtp } from "./otp.rules.ts";
import { tryOtp } from "./otp.sql.ts";

type CheckOtpInput = {
  readonly user: Identifier;
  readonly purpose: SecretKind;
  readonly otp: Secret;
  /** The new PIN or password. */
  readonly wanted: { readonly newPin: Secret } | { readonly newPassword: Secret };
};

/**
 * Checks a one-time password without using it up, and counts a wrong one. Returns the data for the change of
 * PIN or password that follows. That change must compare `macs` with the stored one-time password again.
 * Throws `invalid_user`, `invalid_otp` and `too_many_attempts`, and `overloaded` if the key with which it was
 * made is not set. Refuses a new PIN or password that is easy to
 * guess.
 */
export async function checkOtp(ctx: CoreContext, { user, purpose, otp, wanted }: CheckOtpInput) {
  return guessInTurn(ctx, async () => {
    const seen = await loadChange(ctx, user, wanted);
    const throttled = checkGuesses(seen.guesses);
    if (throttled) throw new Failure(throttled);
    const owner = { merchantId: ctx.caller.merchant.id, customerId: seen.customer.id };
    const macs = ctx.secrets.otpMacs(owner, purpose, otp.reveal());
    const { isRight, unknownKey } = await tryOtp(ctx, {
      customerId: owner.customerId,
      purpose,
      macs,
    });
    if (unknownKey !== null) throw ctx.secrets.keyUnknown(unknownKey);
    if (isRight === false) await countGuess(ctx);
    if (!isRight) throw new Failure(invalidOtp);
    return { seen, owner, macs };
  });
}
