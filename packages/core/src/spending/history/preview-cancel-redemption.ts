import type { CoreContext } from "../../foundation/context.ts";
import { mayActIn } from "../../running/merchants/index.ts";
import { type CancelEffects, type NamedPart, previewCancel } from "../redeeming/index.ts";
import { getVoucher, type VoucherDetail } from "./get-voucher.ts";
import { selectVoucherUses } from "./voucher-uses.sql.ts";

/**
 * The spent voucher that prevents a cancel. Its `redemptions` are those in the caller's stores, and include
 * canceled redemptions.
 */
type SpentIssued = Pick<VoucherDetail, "id" | "code" | "redemptions"> & {
  /** Whether a redemption in a store that is not the caller's has spent the voucher, whole or in part. */
  readonly isUsedElsewhere: boolean;
};

/** The effects that a cancel would have now. If the cancel would be refused, there are no effects. */
export type CancelPreview = CancelEffects & {
  /** The cancel would be refused because this issued voucher is spent. Null if none is spent. */
  readonly spentIssued: SpentIssued | null;
};

/**
 * Returns the effects that a cancel, or one of a line, would have. Uses the look-ups and rules of the cancel itself, but staff
 * need not give a reason. Throws `redemption_not_found`, and `permission_denied` if the redemption was made
 * in a store that is not the caller's.
 */
export async function previewCancelRedemption(
  ctx: CoreContext,
  redemptionId: number,
  part: NamedPart | null = null,
): Promise<CancelPreview> {
  const { spentIssuedId, ...effects } = await previewCancel(ctx, redemptionId, part);
  if (spentIssuedId === null) return { ...effects, spentIssued: null };
  return { ...effects, spentIssued: await readSpentIssued(ctx, spentIssuedId) };
}

async function readSpentIssued(ctx: CoreContext, voucherId: number): Promise<SpentIssued> {
  const [{ id, code, redemptions }, uses] = await Promise.all([
    getVoucher(ctx, voucherId),
    selectVoucherUses(ctx, voucherId),
  ]);
  const spending = uses.filter(({ status }) => status === "Created");
  return {
    ...{ id, code, redemptions },
    isUsedElsewhere: spending.some(({ storeId }) => !mayActIn(ctx.caller, storeId)),
  };
}
