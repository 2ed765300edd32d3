import type { CoreContext } from "../../foundation/context.ts";
import { readLedger } from "./ledger.sql.ts";
import { type Origin, replayLedger } from "./lots.rules.ts";

/**
 * Replays the ledger. Returns how many stamps a void of a sale or an award takes back: the stamps given, less
 * those that have expired or were taken back before. The number is valid while the membership has the
 * returned `entryNumber`. Throws TypeError if the customer has no membership.
 */
export async function returnableStamps(
  ctx: CoreContext,
  customerId: number,
  origin: Origin,
): Promise<{ readonly stamps: number; readonly entryNumber: number }> {
  const ledger = await readLedger(ctx, customerId);
  if (!ledger) throw new TypeError("who was given stamps has a membership");
  const { returnable } = replayLedger(ledger.entries);
  return { stamps: returnable(origin), entryNumber: ledger.entryNumber };
}
