import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { type CancelPreview, previewCancelRedemption } from "../../history/index.ts";
import { getSaleRecord } from "../../sales/index.ts";
import { loadVisit } from "../load-visit.ts";
import { checkUndoing, partsToUndo, type VisitPart } from "./undo.rules.ts";

/** The effect that an undo would have now. */
export type UndoPreview = {
  /** For each redemption, what its cancel would give back, or why the cancel would be refused. */
  readonly redemptions: readonly (CancelPreview & {
    readonly redemptionId: number;
    readonly name: string;
  })[];
  /** The sale and the stamps that it earned. Null if the undo includes no sale. */
  readonly sale: {
    readonly id: number;
    readonly isCanceled: boolean;
    readonly stampsEarned: number;
  } | null;
};

/**
 * Returns what `undoVisit` would give back. Throws what `undoVisit` throws, except the refusals of cancels.
 * The preview contains those of redemptions. It does not check whether the sale can be canceled.
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
  const sale = transactionId === null ? null : await getSaleRecord(ctx, transactionId);
  return {
    redemptions: previews,
    sale: sale && {
      ...{ id: sale.id, stampsEarned: sale.stampsEarned },
      isCanceled: sale.status === "Canceled",
    },
  };
}
