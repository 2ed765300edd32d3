import { type DeliveryDeps, deleteOldMessages, listMerchants } from "./delivery.store.ts";

/** Forgets messages that ended 30 days ago, and what pointless ones said; returns how many. */
export async function forgetOldMessages(
  deps: Pick<DeliveryDeps, "db" | "clockOffsetMs">,
): Promise<number> {
  let forgotten = 0;
  for (const merchantId of await listMerchants(deps))
    forgotten += await deleteOldMessages(deps, merchantId);
  return forgotten;
}
