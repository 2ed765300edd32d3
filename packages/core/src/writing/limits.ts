/** The limits of a batcher whose options do not set others. */
export const batchLimits = {
  /** Statements under way at once, at most. Other statements keep the rest of the pool (`slotsFor`). */
  slots: 4,
  /** Calls in a statement at most. More gain nothing. */
  batchSize: 64,
  /**
   * While a statement of the same operation is under way, fewer calls than this wait for its end, but at
   * most `gatherMs` after it was sent: a statement costs the database as much as five calls in it do.
   */
  gather: 16,
  gatherMs: 10,
  /** Vouchers that the calls of a statement issue at most, unless one call alone issues more. */
  batchWeight: 500,
  /** Calls that wait at most, in all and of one merchant; further ones are refused. */
  queue: 1_000,
  merchantQueue: 500,
  /** How long a call waits in this process for an earlier one with its idempotency key, in ms. */
  keyWaitMs: 1_000,
};

export type BatchLimits = typeof batchLimits;

/** How many statements a batcher may have under way on a pool of `connections`. */
export function slotsFor(connections: number): number {
  return Math.max(1, Math.min(batchLimits.slots, Math.floor(connections / 2)));
}
