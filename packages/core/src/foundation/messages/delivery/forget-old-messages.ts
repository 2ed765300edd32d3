import { despiteFailures, inPieces, listMerchantIds } from "../../audit/index.ts";
import { type DeliveryDeps, deleteOldMessages } from "./delivery.sql.ts";

/**
 * Deletes messages that ended more than 30 days ago. Clears the texts of dead messages that are expired or
 * have a stale code. Expired waiting messages become dead and lose their texts. Stops between batches when
 * `giveUp` aborts. Returns the number of deleted messages.
 */
export async function forgetOldMessages(
  deps: Pick<DeliveryDeps, "db" | "clockOffsetMs">,
  giveUp?: AbortSignal,
): Promise<number> {
  let forgotten = 0;
  const forget = (merchantId: number) =>
    inPieces(giveUp, async (atOnce) => {
      const { gone, cleared } = await deleteOldMessages(deps, merchantId, atOnce);
      forgotten += gone;
      return Math.max(gone, cleared);
    });
  return despiteFailures(async (attempt) => {
    for (const merchantId of await listMerchantIds(deps)) await attempt(() => forget(merchantId));
    return forgotten;
  });
}
