import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { checkMobileNumber } from "./mobile-number.rules.ts";

type ValidateMobileNumberInput = { readonly mobileNumber: string };

/**
 * Throws `invalid_mobile_number` if the text is not a mobile number. The number may be national (of the
 * merchant's country) or international. Interface, endpoint 13.
 */
export function validateMobileNumber(
  ctx: Pick<CoreContext, "caller">,
  { mobileNumber }: ValidateMobileNumberInput,
): void {
  const refusal = checkMobileNumber(mobileNumber, ctx.caller.merchant.country);
  if (refusal) throw new Failure(refusal);
}
