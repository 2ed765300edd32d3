import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import type { Secret } from "../../foundation/secret.ts";
import type { OfCustomer } from "../credentials/index.ts";
import { loadChange, prepareChange, untilSaved } from "../credentials/index.ts";
import { checkPassword } from "./check-password.ts";
import { checkNewPassword } from "./password.rules.ts";
import { savePassword } from "./password-changing.sql.ts";

type ChangePasswordInput = OfCustomer & {
  readonly oldPassword: Secret;
  readonly newPassword: Secret;
};

/**
 * Replaces a password if the old password is right. Throws `weak_password`, `invalid_user`,
 * `invalid_password` and `too_many_attempts`. Interface, endpoint 9.
 */
export async function changePassword(
  ctx: CoreContext,
  { user, oldPassword, newPassword }: ChangePasswordInput,
): Promise<void> {
  const weak = checkNewPassword(newPassword.reveal());
  if (weak) throw new Failure(weak);
  const seen = await loadChange(ctx, user, { newPassword });
  const { customer } = seen;
  await untilSaved(async () => {
    const outcome = await checkPassword(ctx, { user: customer.id, password: oldPassword });
    if ("refusal" in outcome) throw new Failure(outcome.refusal);
    const { verifier } = outcome;
    const newVerifier = await ctx.secrets.hashPassword(newPassword.reveal(), "refusable");
    const change = await prepareChange(ctx, seen, {
      action: "password.change",
      credential: "password",
    });
    return (await savePassword(ctx, { ...change, newVerifier }, "change", { verifier })) || null;
  });
}
