import type { CoreContext } from "../../../foundation/context.ts";
import { inOneTransaction } from "../../../foundation/writing/index.ts";
import { cancelRedemption } from "../../../spending/redeeming/index.ts";
import type { SaleCanceled } from "../types.ts";
import { type CancelSaleOptions, cancelSale } from "./cancel-sale.ts";
import { selectRelatedRedemptions } from "./related-redemptions.sql.ts";

/**
 * Cancels a sale with its redemptions, all or none. Its redemptions have the same customer, store, business
 * day and invoice number. The redemptions are canceled first, because the sale's cancel may need the stamps
 * that they give back. Refuses what a cancel of the sale or of a redemption refuses. Interface 2, section 3.
 */
export function cancelSaleWithRedemptions(
  ctx: CoreContext,
  transactionId: number,
  options: CancelSaleOptions = {},
): Promise<SaleCanceled> {
  const { idempotency } = ctx;
  return inOneTransaction(ctx, async (part) => {
    const given = [];
    for (const { id: redemptionId } of await selectRelatedRedemptions(part, transactionId))
      given.push(await cancelRedemption(part, { redemptionId, createReplacementVoucher: false }));
    const keyed = idempotency ? { ...part, idempotency } : part;
    const canceled = await cancelSale(keyed, transactionId, null, options);
    const isWithdrawn = (id: number) => canceled.withdrawn.some((voucher) => voucher.id === id);
    const replacements = given.flatMap(({ replacement }) => replacement ?? []);
    return { ...canceled, replacements: replacements.filter(({ id }) => !isWithdrawn(id)) };
  });
}
