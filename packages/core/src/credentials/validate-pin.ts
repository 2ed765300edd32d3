import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { type CheckPinInput, checkPin } from "./check-pin.ts";

export type ValidatePinInput = Pick<CheckPinInput, "user" | "pin">;

/**
 * Says whether it is the customer's PIN, by refusing where it is not; see `checkPin`. The customer
 * is named by any of the four forms. Interface, endpoint 4.
 */
export async function validatePin(
  ctx: CoreContext,
  { user, pin }: ValidatePinInput,
): Promise<void> {
  const verdict = await checkPin(ctx, { user, pin });
  if ("refusal" in verdict) throw new Failure(verdict.refusal);
}
