import type { CoreContext } from "../../context.ts";
import type { Refusal } from "../../failures.ts";
import type { RefusedCall } from "../types.ts";
import { insertRefusal } from "./refusals.sql.ts";

/**
 * Records a refused call with the rule that refused, the expected and the found value, so that staff can see
 * why. Rows are kept for the days in the merchant's settings, by default 30. In a transaction of several
 * operations, the row is written after the rollback.
 */
export async function recordRefusal(
  ctx: CoreContext,
  call: RefusedCall,
  refusal: Refusal,
): Promise<void> {
  if (ctx.afterRefusal) ctx.afterRefusal((outside) => insertRefusal(outside, call, refusal));
  else await insertRefusal(ctx, call, refusal);
}
