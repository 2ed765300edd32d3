import type { CoreContext } from "../../foundation/context.ts";
import { Failure, firstRefusal } from "../../foundation/failures.ts";
import type { Secret } from "../../foundation/secret.ts";
import type { NewPassword, OfCustomer } from "../credentials/index.ts";
import { prepareChange } from "../credentials/index.ts";
import { checkOtp, invalidOtp } from "../otp/index.ts";
import { checkNewPassword, checkPasswordConfirmation } from "./password.rules.ts";
import { savePassword } from "./password-changing.sql.ts";

type ResetPasswordInput = OfCustomer & NewPassword & { readonly otp: Secret };

/**
 * Sets a password, and uses up the one-time password in the same statement. Throws `weak_password`,
 * `mismatch_password`, `invalid_user`, `invalid_otp` and `too_many_attempts`. Interface, endpoint 12.
 */
export async function resetPassword(
  ctx: CoreContext,
  { user, otp, newPassword, confirmNewPassword }: ResetPasswordInput,
): Promise<void> {
  const refusal = firstRefusal(
    checkNewPassword(newPassword.reveal()),
    checkPasswordConfirmation(newPassword.reveal(), confirmNewPassword.reveal()),
  );
  if (refusal) throw new Failure(refusal);
  const { seen, macs } = await checkOtp(ctx, {
    ...{ user, otp, purpose: "password" },
    wanted: { newPassword },
  });
  const newVerifier = await ctx.secrets.hashPassword(newPassword.reveal(), "refusable");
  const change = await prepareChange(ctx, seen, {
    action: "password.reset",
    credential: "password",
  });
  const saved = await savePassword(ctx, { ...change, newVerifier }, "resetByOtp", { macs });
  if (!saved) throw new Failure(invalidOtp);
}
