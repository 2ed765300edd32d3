/** The default limits of a batcher. */
export const batchLimits = {
  /** The maximum number of statements under way at once. A small pool has fewer slots (`slotsFor`). */
  slots: 4,
  /** The maximum number of calls in one statement. More calls would save nothing more. */
  batchSize: 64,
  /**
   * While a statement is under way, further calls of its operation wait for its end, to share one statement.
   * The fixed cost of a statement equals the cost of five calls. The calls stop waiting when there are
   * `gather` of them, or `gatherMs` milliseconds after the statement under way was sent.
   */
  gather: 16,
  gatherMs: 10,
  /** The maximum number of vouchers that one statement issues. A call that issues more is sent alone. */
  batchWeight: 500,
  /** Maximum numbers of waiting calls: of all merchants, and of one merchant. Further calls are refused. */
  queue: 1_000,
  merchantQueue: 500,
  /** How many milliseconds a call waits in this process for an earlier call with its idempotency key. */
  keyWaitMs: 1_000,
};

export type BatchLimits = typeof batchLimits;

/** Returns the number of slots on a pool of `connections`: half of them, from 1 to `batchLimits.slots`. */
export function slotsFor(connections: number): number {
  return Math.max(1, Math.min(batchLimits.slots, Math.floor(connections / 2)));
}
