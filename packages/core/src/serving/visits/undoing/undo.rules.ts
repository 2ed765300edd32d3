import type { Refusal } from "../../../foundation/failures.ts";
import type { Visit, VisitRedemption } from "../types.ts";

/** A part of a visit to undo: one redemption, or the sale. Null is the whole visit. */
export type VisitPart = { readonly redemptionId: number } | { readonly sale: true } | null;

/**
 * The parts of a visit that an undo cancels. `transactionId` is the sale's id; null if the undo cancels no
 * sale.
 */
type Undoing = {
  readonly redemptions: readonly VisitRedemption[];
  readonly transactionId: number | null;
};

/** Returns the parts of a visit that an undo of `part` cancels. Empty if the visit has no such part. */
export function partsToUndo({ redemptions, sale }: Visit, part: VisitPart): Undoing {
  if (part === null) return { redemptions, transactionId: sale?.id ?? null };
  if ("sale" in part) return { redemptions: [], transactionId: sale?.id ?? null };
  const wanted = redemptions.filter(({ redemption }) => redemption.id === part.redemptionId);
  return { redemptions: wanted, transactionId: null };
}

/** Refuses an undo that would cancel nothing. Returns null otherwise. */
export function checkUndoing({ redemptions, transactionId }: Undoing): Refusal | null {
  if (redemptions.length > 0 || transactionId !== null) return null;
  return {
    code: "redemption_not_found",
    message: "The visit has no such part",
    rule: "the visit has the part",
  };
}
