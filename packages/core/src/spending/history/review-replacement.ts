import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { checkReviewedStore } from "../redeeming/index.ts";
import { findStoreOf, saveReview } from "./replacements.sql.ts";

/**
 * Marks a cancel with a replacement as reviewed, with an audit entry. A second call changes nothing. Throws
 * `redemption_not_found` if the redemption has no replacement, and `permission_denied` for a redemption of a
 * store that is not the caller's.
 */
export async function reviewReplacement(ctx: CoreContext, redemptionId: number): Promise<void> {
  const storeId = await findStoreOf(ctx, redemptionId);
  const refusal = storeId === null ? null : checkReviewedStore(storeId, ctx.caller);
  if (refusal) throw new Failure(refusal);
  if (storeId === null || !(await saveReview(ctx, redemptionId)))
    throw new Failure({ code: "redemption_not_found", message: "Redemption not found" });
}
