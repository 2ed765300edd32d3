import { guessSubject } from "../access/index.ts";
import type { CoreContext } from "../context.ts";
import {
  customerParameters,
  type Identifier,
  type IdentifierForm,
  readIdentifier,
} from "../customers/index.ts";

const allForms = ["email", "memberId", "mobileNumber", "id"] as const;

/**
 * The parameters of a statement that looks up a customer and the caller's wrong guesses. `forms` are the
 * forms in which the customer may be named; default: all.
 */
export function lookupParameters(
  ctx: CoreContext,
  user: Identifier,
  forms: readonly IdentifierForm[] = allForms,
) {
  const { merchant } = ctx.caller;
  return {
    merchantId: merchant.id,
    offsetMs: ctx.clockOffsetMs,
    guessSubject: guessSubject(ctx.caller),
    ...customerParameters(readIdentifier(user, forms, merchant.country)),
  };
}
