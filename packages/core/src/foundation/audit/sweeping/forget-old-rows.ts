import type { CoreDeps } from "../../context.ts";
import { inPieces } from "./in-pieces.ts";
import { listMerchantIds, type Swept, sweepMerchant } from "./sweeping.sql.ts";

/** The most refusals that are kept for a merchant. If there are more, the oldest are deleted at any age. */
const MOST_REFUSALS = 100_000;
/** The most security events that are kept for a merchant, so that a flood of them cannot fill the database. */
const MOST_EVENTS = 1_000_000;

/** After failures at this many merchants in a row, the database is probably unavailable, so the run ends. */
const MOST_FAILURES = 3;

const nothing: Swept = {
  bookings: 0,
  bookingSlots: 0,
  auditEntries: 0,
  securityEvents: 0,
  refusals: 0,
  idempotencyKeys: 0,
  counters: 0,
  budgets: 0,
};

/**
 * Deletes bookings, refusals, audit entries and security events that the merchants' settings no longer keep.
 * Also deletes idempotency keys after 7 days, and old counters and budgets. Deletes in batches, one merchant
 * after another, until `giveUp` aborts. May run at any time. Returns the number of deleted rows. After a
 * failure at one merchant, goes on with the others. Throws the first failure at the end, or after
 * `MOST_FAILURES` in a row.
 */
export async function forgetOldRows(
  deps: Pick<CoreDeps, "db" | "clockOffsetMs">,
  giveUp?: AbortSignal,
  mostRefusals = MOST_REFUSALS,
): Promise<Swept> {
  const total: Record<keyof Swept, number> = { ...nothing };
  let failure: unknown = null;
  let failuresInARow = 0;
  for (const merchantId of await listMerchantIds(deps))
    try {
      await inPieces(giveUp, async (atOnce) => {
        const swept = await sweepMerchant(deps, merchantId, {
          mostRefusals,
          mostEvents: MOST_EVENTS,
          atOnce,
        });
        for (const key of Object.keys(total) as (keyof Swept)[]) total[key] += swept[key];
        return Math.max(...Object.values(swept));
      });
      failuresInARow = 0;
    } catch (error) {
      failure ??= error;
      if (++failuresInARow === MOST_FAILURES) break;
    }
  if (failure) throw failure;
  return total;
}
