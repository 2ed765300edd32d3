import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { checkFactorReset, noFactor } from "./second-factor.rules.ts";
import { clearColleague, findGuarded } from "./second-factor.sql.ts";
import { tellOfReset } from "./tell-of-reset.ts";

/**
 * Resets a colleague who lost their authenticator: removes authenticator, recovery codes and passkeys,
 * and ends every session. Refuses one's own account, and a person who also works for another merchant.
 */
export async function resetSecondFactor(
  ctx: CoreContext,
  { userId, hasMail }: { readonly userId: string; readonly hasMail: boolean },
): Promise<void> {
  const { merchant } = ctx.caller;
  const by = { merchantId: merchant.id, userId: "userId" in ctx.caller ? ctx.caller.userId : "" };
  const person = await findGuarded(ctx.db, { userId });
  const refusal = checkFactorReset(person, by);
  if (refusal || !person) throw new Failure(refusal ?? noFactor);
  const mail = tellOfReset(ctx, person, {
    merchantId: merchant.id,
    by: merchant.name,
    hasMail,
  });
  if (!(await clearColleague(ctx, userId, mail))) throw new Failure(noFactor);
}
