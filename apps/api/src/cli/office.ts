import type { CoreContext, CoreDeps } from "@stampbook/core/context";
import { findMerchant } from "@stampbook/core/moving";
import { Refused } from "./usage.ts";

/** As the record names whoever runs the service. */
export const operator = "operator";

/** The merchant's own office, for a verb that staff call too. Refuses a merchant that does not exist. */
export async function officeOf(deps: CoreDeps, merchantId: number): Promise<CoreContext> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (!merchant) throw new Refused(`There is no merchant ${merchantId}.`);
  return {
    ...deps,
    caller: { kind: "staff", merchant, userId: operator, role: "owner", stores: null },
  };
}
