import type { CoreContext } from "../../../foundation/context.ts";

/**
 * Replaces random secrets by values that depend on the call's index, so that equal calls of two worlds get
 * the same secrets. Different calls get different Member IDs.
 */
export function withFixedSecrets(ctx: CoreContext, call: number): CoreContext {
  let made = 0;
  const secrets: CoreContext["secrets"] = {
    ...ctx.secrets,
    newMemberDigits: () => `${call}${String(++made).padStart(8, "0")}`,
    newVoucherCode: () => `OWN-${call}`,
    hashPin: async (_, pin) => `the verifier of ${pin}`,
  };
  return { ...ctx, secrets };
}
