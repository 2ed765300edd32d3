import { getSaleRecord } from "../../../earning/sales/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure, type Refusal } from "../../../foundation/failures.ts";
import {
  checkIssued,
  type WithdrawnVoucher,
  withdrawnOf,
} from "../../../holding/vouchers/index.ts";
import { type CancelPreview, previewCancelRedemption } from "../../../spending/history/index.ts";
import { loadVisit } from "../load-visit.ts";
import { checkUndoing, partsToUndo, type VisitPart } from "./undo.rules.ts";

/** The effect that an undo would have now. */
export type UndoPreview = {
  /** For each redemption, what its cancel would give back, or why the cancel would be refused. */
  readonly redemptions: readonly (CancelPreview & {
    readonly redemptionId: number;
    readonly name: string;
  })[];
  /**
   * The sale, the stamps that it earned, and the vouchers that it issued and that become inactive. `refusal` if
   * one of these is spent. Null if the undo includes no sale.
   */
  readonly sale: {
    readonly id: number;
    readonly isCanceled: boolean;
    readonly stampsEarned: number;
    readonly withdrawn: readonly WithdrawnVoucher[];
    readonly refusal: Pick<Refusal, "code" | "message"> | null;
  } | null;
};

/**
 * Returns what `undoVisit` would give back. Throws what `undoVisit` throws, except the refusals of cancels.
 * The preview contains those of redemptions, and that of a sale whose voucher is spent. It does not check
 * whether the customer still has the stamps of the sale.
 */
export async function previewUndoVisit(
  ctx: CoreContext,
  { key, part }: { readonly key: string; readonly part: VisitPart },
): Promise<UndoPreview> {
  const { visit } = await loadVisit(ctx, key);
  const { redemptions, transactionId } = partsToUndo(visit, part);
  const refusal = checkUndoing({ redemptions, transactionId });
  if (refusal) throw new Failure(refusal);
  const previews = [];
  for (const { redemption } of redemptions)
    previews.push({
      ...{ redemptionId: redemption.id, name: redemption.name },
      ...(await previewCancelRedemption(ctx, redemption.id)),
    });
  return {
    redemptions: previews,
    sale: transactionId === null ? null : await previewSale(ctx, transactionId),
  };
}

async function previewSale(ctx: CoreContext, transactionId: number) {
  const { id, status, stampsEarned, issued } = await getSaleRecord(ctx, transactionId);
  const isCanceled = status === "Canceled";
  const refusal = isCanceled ? null : checkIssued(issued, "transaction");
  return {
    ...{ id, isCanceled, stampsEarned },
    withdrawn: refusal ? [] : withdrawnOf(issued, isCanceled),
    refusal: refusal && { code: refusal.code, message: refusal.message },
  };
}
