import type { CoreContext } from "../context.ts";
import { once } from "../retries/index.ts";
import { checkAdjustment } from "./change.rules.ts";
import { type Adjustment, findStamps, saveAdjustment } from "./change.store.ts";

export type { Adjustment };

/**
 * Adds or takes stamps by hand, for a reason that stands in the record beside who did it. Refuses
 * invalid_user, and insufficient_stamps where less than none would be left.
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
