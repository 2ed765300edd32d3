import { run, statement } from "@stampbook/db";
import type { CoreContext } from "../../foundation/context.ts";
import {
  type ChangeParameters,
  changingArms,
  hasChanged,
  type Proof,
  proofParameters,
} from "../credentials/index.ts";

const changes = {
  set: statement<boolean>("set_password", changingArms("password", "none"), hasChanged),
  change: statement<boolean>("change_password", changingArms("password", "password"), hasChanged),
  resetByOtp: statement<boolean>(
    "reset_password_by_otp",
    changingArms("password", "otp"),
    hasChanged,
  ),
};

/**
 * Sets or replaces the password. Returns false if the proof, such as the old password, is no longer valid, or
 * if the customer was anonymized meanwhile.
 */
export function savePassword<Way extends keyof typeof changes>(
  ctx: CoreContext,
  parameters: ChangeParameters & { readonly newVerifier: string },
  way: Way,
  proof: Proof[Way],
): Promise<boolean> {
  return run(ctx.db, changes[way], { ...parameters, ...proofParameters(proof) });
}
