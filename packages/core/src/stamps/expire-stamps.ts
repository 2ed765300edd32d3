import type { CoreContext } from "../context.ts";
import { insertExpiry, readLedger } from "./ledger.sql.ts";
import { dueStamps, hasPassed, nextExpiry, replayLedger } from "./lots.rules.ts";

/**
 * Takes the customer's stamps whose last day has passed, as one entry of the ledger, and notes when to
 * look again. Does nothing if that day has not passed, or if another call changes the ledger meanwhile.
 */
export async function expireStamps(ctx: CoreContext, customerId: number): Promise<void> {
  const ledger = await readLedger(ctx, customerId);
  if (!ledger || ledger.nextExpiryOn === null || ledger.nextExpiryOn >= ledger.today) return;
  const { lots } = replayLedger(ledger.entries);
  const left = lots.filter((lot) => !hasPassed(lot, ledger.today));
  const expiry = { stamps: dueStamps(lots, ledger.today), next: nextExpiry(left) };
  await insertExpiry(ctx, customerId, ledger, expiry);
}
