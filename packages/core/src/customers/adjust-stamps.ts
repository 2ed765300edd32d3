import type { CoreContext } from "../context.ts";
import { once } from "../retries/index.ts";
import { checkAdjustment } from "./change.rules.ts";
import { type Adjustment, findStamps, saveAdjustment } from "./change.store.ts";

export type { Adjustment };

/**
 * Adds or removes stamps by hand. The audit log records the reason and the person. Refuses
 * invalid_user, and insufficient_stamps if the balance would be negative.
 */
export async function adjustStamps(
  ctx: CoreContext,
  input: Adjustment,
): Promise<{ readonly stamps: number }> {
  return once(ctx, {
    operation: "customers.adjustStamps",
    give: (keyed) => saveAdjustment(ctx, input, keyed),
    explain: async () => checkAdjustment(await findStamps(ctx, input.customerId), input.delta),
  });
}
