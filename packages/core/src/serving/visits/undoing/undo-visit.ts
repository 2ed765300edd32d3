import { cancelSale } from "../../../earning/sales/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { inOneTransaction } from "../../../foundation/writing/index.ts";
import type { WithdrawnVoucher } from "../../../holding/vouchers/index.ts";
import type { Membership } from "../../../people/customers/index.ts";
import { cancelRedemption } from "../../../spending/redeeming/index.ts";
import { loadVisit } from "../load-visit.ts";
import type { Visit } from "../types.ts";
import { findReplacements, type ReplacementIssued } from "./replacements.sql.ts";
import { checkUndoing, partsToUndo, type VisitPart } from "./undo.rules.ts";

/** The visit's idempotency key, and the part of the visit to undo. */
type UndoVisitInput = {
  readonly key: string;
  readonly part: VisitPart;
  readonly reason: string;
  /** Whether a spent voucher is replaced by a new one. */
  readonly createReplacementVouchers: boolean;
};

/** The result of an undo. */
type VisitUndone = {
  readonly membership: Membership;
  /** The stamps of the canceled redemptions, including those canceled before. */
  readonly stampsBack: number;
  /**
   * Vouchers that replace spent ones, or that got the value of one that has ended. Includes those of an
   * earlier undo, whose answer may have been lost.
   */
  readonly replacements: readonly ReplacementIssued[];
  /** Vouchers that the visit issued, and that are inactive now. */
  readonly withdrawn: readonly WithdrawnVoucher[];
  readonly isSaleCanceled: boolean;
};

/**
 * Undoes a visit, or a part of it. This is possible until the visit's idempotency key is deleted, about
 * 7 days after the visit. Cancels the redemptions, then the sale, all or none. Parts that are already
 * canceled stay canceled. Throws `redemption_not_found` if there is no such visit or part. Throws the
 * refusals of the cancels.
 */
export async function undoVisit(
  ctx: CoreContext,
  { key, part, reason, createReplacementVouchers }: UndoVisitInput,
): Promise<VisitUndone> {
  const { visit } = await loadVisit(ctx, key);
  const { redemptions, transactionId } = partsToUndo(visit, part);
  const refusal = checkUndoing({ redemptions, transactionId });
  if (refusal) throw new Failure(refusal);
  return inOneTransaction(ctx, async (inner) => {
    let { membership }: Visit = visit;
    let stampsBack = 0;
    const withdrawn: WithdrawnVoucher[] = [];
    for (const { redemption } of redemptions) {
      const canceled = await cancelRedemption(inner, {
        ...{ redemptionId: redemption.id, reason },
        createReplacementVoucher: createReplacementVouchers,
      });
      stampsBack += redemption.stampsUsed;
      withdrawn.push(...canceled.withdrawn);
      ({ membership } = canceled);
    }
    if (transactionId !== null) {
      const sale = await cancelSale(inner, transactionId, reason);
      withdrawn.push(...sale.withdrawn);
      membership = sale.membership ?? membership;
    }
    const ids = redemptions.map(({ redemption }) => redemption.id);
    const replacements = await findReplacements(inner, ids);
    return {
      ...{ membership, stampsBack, replacements, withdrawn },
      isSaleCanceled: transactionId !== null,
    };
  });
}
