import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { type CheckPinInput, checkPin } from "./check-pin.ts";

type ValidatePinInput = Pick<CheckPinInput, "user" | "pin">;

/**
 * Checks a customer's PIN. Throws the refusals of `checkPin`. The customer is named by email, Member ID,
 * mobile number or primary key. See interface, endpoint 4.
 */
export async function validatePin(
  ctx: CoreContext,
  { user, pin }: ValidatePinInput,
): Promise<void> {
  const outcome = await checkPin(ctx, { user, pin });
  if ("refusal" in outcome) throw new Failure(outcome.refusal);
}
