import type { CoreContext } from "../../context.ts";
import { cancelRedemption } from "../../redeeming/index.ts";
import { inOneTransaction } from "../../writing/index.ts";
import type { SaleAdded } from "../types.ts";
import { cancelSale } from "./cancel-sale.ts";
import { selectRelatedRedemptions } from "./related-redemptions.sql.ts";

/**
 * Cancels a sale with its redemptions, all or none. Its redemptions have the same customer, store, business
 * day and invoice number. The redemptions are canceled first, because the sale's cancel may need the stamps
 * that they give back. Refuses what a cancel of the sale or of a redemption refuses. Interface 2, section 3.
 */
export function cancelSaleWithRedemptions(
  ctx: CoreContext,
  transactionId: number,
): Promise<SaleAdded> {
  const { idempotency } = ctx;
  return inOneTransaction(ctx, async (part) => {
    for (const redemptionId of await selectRelatedRedemptions(part, transactionId))
      await cancelRedemption(part, { redemptionId, createReplacementVoucher: false });
    return cancelSale(idempotency ? { ...part, idempotency } : part, transactionId);
  });
}
