import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { checkRedemption } from "../redeeming/index.ts";
import { type RedemptionDetail, selectRedemption } from "./redemption.sql.ts";

export type { RedemptionDetail };

/**
 * Returns a redemption with its lines, ledger entries and vouchers. Throws `redemption_not_found`, and
 * `permission_denied` if the redemption was made in a store that is not the caller's.
 */
export async function getRedemption(
  ctx: CoreContext,
  redemptionId: number,
): Promise<RedemptionDetail> {
  const found = await selectRedemption(ctx, redemptionId);
  const refusal = checkRedemption(found && { ...found, storeId: found.store.id }, ctx.caller);
  if (refusal) throw new Failure(refusal);
  if (!found) throw new TypeError("a checked redemption is there");
  return found;
}
