import { guessParameters } from "../../entering/access/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import {
  customerParameters,
  type Identifier,
  identifierForms,
  readIdentifier,
} from "../customers/index.ts";

/** Returns the parameters of a statement that looks up a customer and the caller's recent wrong guesses. */
export function lookupParameters(ctx: CoreContext, user: Identifier) {
  const { merchant } = ctx.caller;
  return {
    merchantId: merchant.id,
    offsetMs: ctx.clockOffsetMs,
    ...guessParameters(ctx),
    ...customerParameters(readIdentifier(user, identifierForms, merchant.country)),
  };
}
