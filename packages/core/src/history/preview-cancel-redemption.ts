import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import {
  type CancelEffects,
  cancelEffects,
  findCancelable,
  refusePreview,
} from "../redeeming/index.ts";
import { getVoucher, type VoucherDetail } from "./get-voucher.ts";

/** The spent voucher that prevents a cancel. `redemptions` includes canceled ones. */
export type SpentIssued = Pick<VoucherDetail, "id" | "code" | "redemptions">;

/** The effects that a cancel would have now; none if it is refused. */
export type CancelPreview = CancelEffects & {
  /** The spent voucher for which the cancel is refused; null if there is none. */
  readonly spentIssued: SpentIssued | null;
};

/**
 * Returns the effects of a cancel, by the cancel's own look-ups and rules. Throws `redemption_not_found`, and
 * `permission_denied` if the redemption was made in another store than the caller's.
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
