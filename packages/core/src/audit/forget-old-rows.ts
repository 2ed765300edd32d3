import type { CoreDeps } from "../context.ts";
import { inPieces } from "./in-pieces.ts";
import { listMerchantIds, type Swept, sweepMerchant } from "./sweeping.store.ts";

/** Refusals that a merchant keeps at most, whatever their age. */
const MOST_REFUSALS = 100_000;

/**
 * Forgets, merchant by merchant and piece by piece, refusals after 30 days, idempotency keys after 7
 * and old counters, until `giveUp`. Nothing depends on when it runs: what is too old counts for
 * nothing before.
 */
export async function forgetOldRows(
  deps: Pick<CoreDeps, "db" | "clockOffsetMs">,
  giveUp?: AbortSignal,
  mostRefusals = MOST_REFUSALS,
): Promise<Swept> {
  const total = { refusals: 0, idempotencyKeys: 0, counters: 0 };
  for (const merchantId of await listMerchantIds(deps))
    await inPieces(giveUp, async (atOnce) => {
      const swept = await sweepMerchant(deps, merchantId, { mostRefusals, atOnce });
      total.refusals += swept.refusals;
      total.idempotencyKeys += swept.idempotencyKeys;
      total.counters += swept.counters;
      return Math.max(...Object.values(swept));
    });
  return total;
}
