import { listMerchantIds } from "../../audit/index.ts";
import { type Channel, channels } from "../types.ts";
import { countWaiting, type DeliveryDeps, type Waiting } from "./delivery.sql.ts";

/** Returns the waiting messages of all merchants, by channel. */
export async function countWaitingMessages(
  deps: Pick<DeliveryDeps, "db" | "clockOffsetMs">,
): Promise<Readonly<Record<Channel, Waiting>>> {
  const none: Waiting = { count: 0, oldestS: 0 };
  const total = { email: none, sms: none, whatsapp: none };
  for (const merchantId of await listMerchantIds(deps)) {
    const waiting = await countWaiting(deps, merchantId);
    for (const channel of channels) {
      const { count, oldestS } = waiting[channel] ?? none;
      total[channel] = {
        count: total[channel].count + count,
        oldestS: Math.max(total[channel].oldestS, oldestS),
      };
    }
  }
  return total;
}
