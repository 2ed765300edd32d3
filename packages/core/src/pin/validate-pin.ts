import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { type CheckPinInput, checkPin } from "./check-pin.ts";

export type ValidatePinInput = Pick<CheckPinInput, "user" | "pin">;

/**
 * Checks a customer's PIN, with the refusals of `checkPin`. The customer is named in any of the four
 * forms. Interface, endpoint 4.
 */
export async function validatePin(
  ctx: CoreContext,
  { user, pin }: ValidatePinInput,
): Promise<void> {
  const outcome = await checkPin(ctx, { user, pin });
  if ("refusal" in outcome) throw new Failure(outcome.refusal);
}
