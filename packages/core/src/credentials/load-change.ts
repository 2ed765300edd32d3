import type { CoreContext } from "../context.ts";
import type { Customer, Identifier } from "../customers/index.ts";
import { Failure, unknownCustomer } from "../failures.ts";
import type { Secret } from "../secret.ts";
import { type ChangeSeen, readChange } from "./changing.sql.ts";
import { checkUncommonPin } from "./guessable-pin.rules.ts";

/**
 * Reads the customer whose PIN or password will be changed. Throws `invalid_user`. Refuses a common new PIN
 * if the merchant's settings forbid common PINs.
 */
export async function loadChange(
  ctx: CoreContext,
  user: Identifier,
  { newPin }: { readonly newPin?: Secret } = {},
): Promise<ChangeSeen & { readonly customer: Customer }> {
  const seen = await readChange(ctx, user);
  const { customer, refusesCommonPins } = seen;
  if (!customer) throw new Failure(unknownCustomer);
  const common =
    newPin && refusesCommonPins ? checkUncommonPin(newPin.reveal(), customer.birthday) : null;
  if (common) throw new Failure(common);
  return { ...seen, customer };
}
