import type { CoreContext } from "../../context.ts";
import type { Refusal } from "../../failures.ts";
import type { RefusedCall } from "../types.ts";
import { insertRefusal } from "./refusals.sql.ts";

/**
 * Records a refused call with the rule that refused, what it expected and what it found, so that staff
 * can see why. Rows are kept as long as the merchant's settings say, by default 30 days.
 */
export async function recordRefusal(
  ctx: CoreContext,
  call: RefusedCall,
  refusal: Refusal,
): Promise<void> {
  if (ctx.afterRefusal) ctx.afterRefusal((outside) => insertRefusal(outside, call, refusal));
  else await insertRefusal(ctx, call, refusal);
}
