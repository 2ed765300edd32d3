import { dueStamps, hasPassed, nextExpiry, replayLedger, type StampEntry } from "./lots.rules.ts";

/**
 * The number of stamps that have expired by a day. `next` is the last day of the stamps that expire next;
 * null if the stamps that are left never expire.
 */
export type Expiry = { readonly stamps: number; readonly next: string | null };

/**
 * Replays a ledger. Returns the stamps that have expired by `today`, the next day of expiry, and how many
 * stamps are `left`. Throws RangeError if the ledger cannot be replayed.
 */
export function expiryOf(ledger: {
  readonly entries: readonly StampEntry[];
  readonly today: string;
}): Expiry & { readonly left: number } {
  const { lots } = replayLedger(ledger.entries);
  const open = lots.filter((lot) => !hasPassed(lot, ledger.today));
  const left = open.reduce((sum, lot) => sum + lot.left, 0);
  return { stamps: dueStamps(lots, ledger.today), next: nextExpiry(open), left };
}

/**
 * A customer with stamps that may have expired. `entryNumber` is the membership's `entry_number`. The ledger
 * has at most `entryNumber` entries; it has fewer if some sales earned no stamps, because these raise
 * `entry_number` too.
 */
export type DueCustomer = { readonly customerId: number; readonly entryNumber: number };

/**
 * Divides customers into batches of ids, in their order. A batch has at most `most.customers` customers and
 * `most.entries` entries. A customer with more entries gets a batch alone.
 */
export function cutBatches(
  due: readonly DueCustomer[],
  most: { readonly customers: number; readonly entries: number },
): number[][] {
  const batches: number[][] = [];
  let batch: number[] = [];
  let entries = 0;
  for (const { customerId, entryNumber } of due) {
    const isFull = batch.length >= most.customers || entries + entryNumber > most.entries;
    if (isFull && batch.length > 0) {
      batches.push(batch);
      batch = [];
      entries = 0;
    }
    batch.push(customerId);
    entries += entryNumber;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
