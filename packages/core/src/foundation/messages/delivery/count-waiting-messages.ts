import { listMerchantIds } from "../../audit/index.ts";
import { type Channel, channels } from "../types.ts";
import { countWaiting, type DeliveryDeps } from "./delivery.sql.ts";

/** Returns the number of waiting messages of all merchants, by channel. */
export async function countWaitingMessages(
  deps: Pick<DeliveryDeps, "db">,
): Promise<Readonly<Record<Channel, number>>> {
  const total = { email: 0, sms: 0, whatsapp: 0 };
  for (const merchantId of await listMerchantIds(deps)) {
    const waiting = await countWaiting(deps, merchantId);
    for (const channel of channels) total[channel] += waiting[channel] ?? 0;
  }
  return total;
}
