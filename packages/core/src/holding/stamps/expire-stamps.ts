import type { CoreContext } from "../../foundation/context.ts";
import { expiryOf } from "./expiry.rules.ts";
import { insertExpiry, readLedger } from "./ledger.sql.ts";

/**
 * Writes off the customer's stamps whose last day has passed, as one ledger entry. Stores the next day of
 * expiry. Does nothing if no stamps are due, or if another call changes the ledger meanwhile.
 */
export async function expireStamps(ctx: CoreContext, customerId: number): Promise<void> {
  const ledger = await readLedger(ctx, customerId);
  if (!ledger || ledger.nextExpiryOn === null || ledger.nextExpiryOn >= ledger.today) return;
  await insertExpiry(ctx, customerId, ledger, expiryOf(ledger));
}

/** The customer that a statement read. `isDue`: some of the customer's stamps may have expired. */
type Due = {
  readonly isDue: boolean;
  readonly customer: { readonly id: number } | null;
};

/**
 * Writes off the customer's expired stamps if `isDue`. Returns true if the call must be sent again to read
 * the new balance.
 */
export async function expireIfDue(ctx: CoreContext, { isDue, customer }: Due): Promise<boolean> {
  if (!isDue || !customer) return false;
  await expireStamps(ctx, customer.id);
  return true;
}
