/** The default limits of a batcher. */
export const batchLimits = {
  /** The most statements under way at once. The rest of the pool is for other statements (`slotsFor`). */
  slots: 4,
  /** The most calls in one statement. More gain nothing. */
  batchSize: 64,
  /**
   * While a statement of the same operation is under way, fewer calls than this wait for its end, but at
   * most `gatherMs` after it was sent: a statement costs the database as much as five calls in it do.
   */
  gather: 16,
  gatherMs: 10,
  /** The most vouchers that the calls of one statement issue, unless one call alone issues more. */
  batchWeight: 500,
  /** The most calls that wait, in all and of one merchant. Further calls are refused. */
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
