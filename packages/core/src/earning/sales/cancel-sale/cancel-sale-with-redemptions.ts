import type { CoreContext } from "../../../foundation/context.ts";
import { inOneTransaction, isKeyUsed } from "../../../foundation/writing/index.ts";
import { cancelRedemption } from "../../../spending/redeeming/index.ts";
import type { SaleCanceled } from "../types.ts";
import { type CancelSaleOptions, cancelSale, saleCancels } from "./cancel-sale.ts";
import { selectRelatedRedemptions } from "./related-redemptions.sql.ts";

/**
 * Cancels a sale with its redemptions, all or none. Its redemptions have the same customer, store, business
 * day and invoice number. The redemptions are canceled first, because the sale's cancel may need the stamps
 * that they give back. A call whose key is used already is about the sale that was canceled then, even if
 * another one has its invoice number since. Refuses what a cancel of the sale or of a redemption refuses.
 * Interface 2, section 3.
 */
export function cancelSaleWithRedemptions(
  ctx: CoreContext,
  transactionId: number,
  options: CancelSaleOptions = {},
): Promise<SaleCanceled> {
  const { idempotency } = ctx;
  return inOneTransaction(ctx, async (part) => {
    const keyed = idempotency ? { ...part, idempotency } : part;
    const cancel = () => cancelSale(keyed, transactionId, null, options);
    const key = idempotency?.key;
    const isUsed =
      key !== undefined && (await isKeyUsed(part, { operation: saleCancels.name, key }));
    const replayed = isUsed ? await cancel() : null;
    const id = replayed?.sale.id ?? transactionId;
    const given = [];
    for (const { id: redemptionId } of await selectRelatedRedemptions(part, id))
      given.push(await cancelRedemption(part, { redemptionId, createReplacementVoucher: false }));
    const canceled = replayed ?? (await cancel());
    const isWithdrawn = (id: number) => canceled.withdrawn.some((voucher) => voucher.id === id);
    const replacements = given.flatMap(({ replacement }) => replacement ?? []);
    return { ...canceled, replacements: replacements.filter(({ id }) => !isWithdrawn(id)) };
  });
}
