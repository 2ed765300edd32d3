import type { CoreContext } from "../context.ts";
import type { Refusal } from "../failures.ts";
import { insertRefusal } from "./refusals.store.ts";
import type { RefusedCall } from "./types.ts";

/**
 * Keeps a refused call with the rule that refused, what it expected and what it found, so that staff
 * can later see why. Kept 30 days.
 */
export function recordRefusal(
  ctx: CoreContext,
  call: RefusedCall,
  refusal: Refusal,
): Promise<void> {
  return insertRefusal(ctx, call, refusal);
}
