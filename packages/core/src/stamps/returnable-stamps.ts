import type { CoreContext } from "../context.ts";
import { readLedger } from "./ledger.sql.ts";
import { type Origin, replayLedger } from "./lots.rules.ts";

/**
 * What the void of a sale or an award takes back by a replay of the ledger: what it gave, less what of it
 * has expired or was taken back before. `entryNumber` is the ledger's last entry: the figure holds while
 * there is no other.
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
