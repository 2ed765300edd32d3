import type { CoreContext } from "../../foundation/context.ts";
import { Failure, unknownCustomer } from "../../foundation/failures.ts";
import { checkPasswordWords } from "../../foundation/guessable-password.rules.ts";
import type { Secret } from "../../foundation/secret.ts";
import type { Customer, Identifier } from "../customers/index.ts";
import { type ChangeSeen, readChange } from "./changing.sql.ts";
import { checkUncommonPin } from "./guessable-pin.rules.ts";

/** The new PIN or password, if it is known before the customer is read. */
type NewSecrets = { readonly newPin?: Secret; readonly newPassword?: Secret };

/**
 * Reads the customer whose PIN or password will be changed. Throws `invalid_user`. Refuses a common new PIN
 * if the merchant's settings forbid common PINs, and a new password made of what others know of the customer.
 */
export async function loadChange(
  ctx: CoreContext,
  user: Identifier,
  { newPin, newPassword }: NewSecrets = {},
): Promise<ChangeSeen & { readonly customer: Customer }> {
  const seen = await readChange(ctx, user);
  const { customer, refusesCommonPins } = seen;
  if (!customer) throw new Failure(unknownCustomer);
  const common =
    newPin && refusesCommonPins ? checkUncommonPin(newPin.reveal(), customer.birthday) : null;
  const known = newPassword && checkPasswordWords(newPassword.reveal(), wordsOf(ctx, customer));
  const refusal = common ?? known;
  if (refusal) throw new Failure(refusal);
  return { ...seen, customer };
}

const wordsOf = (
  { caller }: CoreContext,
  { name, email, mobileNumber, memberId }: Customer,
): readonly (string | null)[] => [name, email, mobileNumber, memberId, caller.merchant.name];
