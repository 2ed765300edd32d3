import type { CoreContext, CoreDeps } from "@stampbook/core/context";
import { findMerchant } from "@stampbook/core/moving";
import { Refused } from "./usage.ts";

/** The actor in audit entries and events for the person who runs the command line. */
export const operator = "operator";

/**
 * A context in which the operator acts as an owner of the merchant, for core functions that staff use too.
 * Throws `Refused` if the merchant does not exist.
 */
export async function officeOf(deps: CoreDeps, merchantId: number): Promise<CoreContext> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (!merchant) throw new Refused(`There is no merchant ${merchantId}.`);
  return {
    ...deps,
    caller: { kind: "staff", merchant, userId: operator, role: "owner", stores: null },
  };
}
