import type { CoreDeps } from "../../context.ts";
import { despiteFailures } from "./despite-failures.ts";
import { inPieces } from "./in-pieces.ts";
import { listMerchantIds, type Swept, sweepMerchant } from "./sweeping.sql.ts";

/** The most refusals that are kept for a merchant. If there are more, the oldest are deleted at any age. */
const MOST_REFUSALS = 100_000;
/** The most security events that are kept for a merchant, so that a flood of them cannot fill the database. */
const MOST_EVENTS = 1_000_000;

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
 * after another, until `giveUp` aborts. May run at any time. Returns the number of deleted rows. A failure at one
 * merchant does not stop the others: see `despiteFailures`.
 */
export async function forgetOldRows(
  deps: Pick<CoreDeps, "db" | "clockOffsetMs">,
  giveUp?: AbortSignal,
  mostRefusals = MOST_REFUSALS,
): Promise<Swept> {
  const total: Record<keyof Swept, number> = { ...nothing };
  const sweep = (merchantId: number) =>
    inPieces(giveUp, async (atOnce) => {
      const most = { mostRefusals, mostEvents: MOST_EVENTS, atOnce };
      const swept = await sweepMerchant(deps, merchantId, most);
      for (const key of Object.keys(total) as (keyof Swept)[]) total[key] += swept[key];
      return Math.max(...Object.values(swept));
    });
  return despiteFailures(async (attempt) => {
    for (const merchantId of await listMerchantIds(deps)) await attempt(() => sweep(merchantId));
    return total;
  });
}
