import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { prepareFactorResetMail } from "./prepare-factor-reset-mail.ts";
import { checkFactorReset, noFactor } from "./second-factor.rules.ts";
import { clearAsMerchant, findFactorOwner } from "./second-factor.sql.ts";

/**
 * Removes the authenticator, recovery codes, passkeys and PINs of a colleague who lost the authenticator, and
 * ends all sessions of the colleague. Refuses a person who does not work here, the caller's own account, a
 * person who also works for another merchant, and a person without a second factor.
 */
export async function resetSecondFactor(
  ctx: CoreContext,
  { userId, hasMail }: { readonly userId: string; readonly hasMail: boolean },
): Promise<void> {
  const { merchant } = ctx.caller;
  const caller = {
    merchantId: merchant.id,
    userId: "userId" in ctx.caller ? ctx.caller.userId : "",
  };
  const person = await findFactorOwner(ctx.db, { userId });
  const refusal = checkFactorReset(person, caller);
  if (refusal || !person) throw new Failure(refusal ?? noFactor);
  const mail = prepareFactorResetMail(ctx, person, {
    merchantId: merchant.id,
    resetBy: merchant.name,
    hasMail,
  });
  if (!(await clearAsMerchant(ctx, userId, mail))) throw new Failure(noFactor);
}
