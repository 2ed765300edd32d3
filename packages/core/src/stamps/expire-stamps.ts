import type { CoreContext } from "../context.ts";
import { expiryOf } from "./expiry.rules.ts";
import { insertExpiry, readLedger } from "./ledger.sql.ts";

/**
 * Takes the customer's stamps whose last day has passed, as one entry of the ledger, and stores the day on
 * which to look again. Does nothing if no stamps are due, or if another call changes the ledger meanwhile.
 */
export async function expireStamps(ctx: CoreContext, customerId: number): Promise<void> {
  const ledger = await readLedger(ctx, customerId);
  if (!ledger || ledger.nextExpiryOn === null || ledger.nextExpiryOn >= ledger.today) return;
  await insertExpiry(ctx, customerId, ledger, expiryOf(ledger));
}
