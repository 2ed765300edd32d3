import { inPieces, listMerchantIds } from "../audit/index.ts";
import { type DeliveryDeps, deleteOldMessages } from "./delivery.store.ts";

/**
 * Forgets, piece by piece until `giveUp`, messages that ended 30 days ago, and what pointless ones
 * said; those that nobody has sent by then die. Returns how many are forgotten.
 */
export async function forgetOldMessages(
  deps: Pick<DeliveryDeps, "db" | "clockOffsetMs">,
  giveUp?: AbortSignal,
): Promise<number> {
  let forgotten = 0;
  for (const merchantId of await listMerchantIds(deps))
    await inPieces(giveUp, async (atOnce) => {
      const { gone, cleared } = await deleteOldMessages(deps, merchantId, atOnce);
      forgotten += gone;
      return Math.max(gone, cleared);
    });
  return forgotten;
}
