import type { CoreContext } from "../../context.ts";
import { cancelRedemption } from "../../redeeming/index.ts";
import { inOneTransaction } from "../../writing/index.ts";
import type { SaleAdded } from "../types.ts";
import { cancelSale } from "./cancel-sale.ts";
import { selectRelatedRedemptions } from "./related-redemptions.sql.ts";

/**
 * Cancels a sale, and the redemptions with its customer, store, business day and invoice number, all or none.
 * The redemptions are canceled first, so that the stamps they give back can pay for those that the sale takes
 * back. Refuses what either cancel refuses. Interface 2, section 3.
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
