import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import {
  type CancelEffects,
  cancelEffects,
  findCancelable,
  refusePreview,
} from "../redeeming/index.ts";
import { getVoucher, type VoucherDetail } from "./get-voucher.ts";

/** The spent voucher that prevents a cancel. Its `redemptions` include canceled redemptions. */
export type SpentIssued = Pick<VoucherDetail, "id" | "code" | "redemptions">;

/** The effects that a cancel would have now. If the cancel would be refused, there are no effects. */
export type CancelPreview = CancelEffects & {
  /** The issued voucher that is spent, so that the cancel would be refused. Null if there is none. */
  readonly spentIssued: SpentIssued | null;
};

/**
 * Returns the effects that a cancel would have. Uses the look-ups and rules of the cancel itself, but staff
 * need not give a reason. Throws `redemption_not_found`, and `permission_denied` if the redemption was made
 * in a store that is not the caller's.
 */
export async function previewCancelRedemption(
  ctx: CoreContext,
  redemptionId: number,
): Promise<CancelPreview> {
  const found = await findCancelable(ctx, redemptionId);
  const refusal = refusePreview(found, ctx.caller);
  if (refusal) throw new Failure(refusal);
  const { spentIssuedId, ...effects } = cancelEffects(found, ctx.caller);
  if (spentIssuedId === null) return { ...effects, spentIssued: null };
  const { id, code, redemptions } = await getVoucher(ctx, spentIssuedId);
  return { ...effects, spentIssued: { id, code, redemptions } };
}
