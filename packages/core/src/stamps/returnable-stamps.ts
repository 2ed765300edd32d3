import type { CoreContext } from "../context.ts";
import { readLedger } from "./ledger.sql.ts";
import { type Origin, replayLedger } from "./lots.rules.ts";

/**
 * The stamps that a void of a sale or an award takes back, from a replay of the ledger: those that it gave,
 * less those that have expired or were taken back before. The result holds as long as the membership's
 * `entryNumber` is the returned one.
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
